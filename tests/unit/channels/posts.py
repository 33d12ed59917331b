"""Posts, mails and the people who may read them."""

from email.message import EmailMessage

from dealclock.channels import Mail, Post
from dealclock.people.people import People, Person

ID = "5d41402abc4b2a76b9719d91-slack-c0deal"


def people(*who: str, deny: tuple[str, ...] = ()) -> People:
    """Maria and Tom, or the people named."""
    named = [
        Person(
            id=each,
            name=each.title(),
            email=f"{each}@example.com",
            slack=f"U0{each.upper()}",
            role="editor",
        )
        for each in who or ("maria", "tom")
    ]
    return People(people=tuple(named), deny=deny)


PEOPLE = people()


def post(channel: str = "C0DEAL", whose: People = PEOPLE, post_id: str = ID) -> Post:
    """A short message."""
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "hello, in a block"}}
    return Post(post_id, channel, "hello", [block], whose)


def mail(
    to: str = "maria@example.com", text: str = "The filing is due on July 15 – a Thursday.\n"
) -> Mail:
    """A short mail with a character that is not ASCII."""
    content = EmailMessage()
    content["From"] = "clock@example.com"
    content["To"] = to
    content["Subject"] = "Granite 2(a)(i) Thu, Jul 15, 2004"
    content["Message-ID"] = "<5d41402a@example.com>"
    content.set_content("The filing is due on July 15 – a Thursday.\n")
    return Mail("5d41402abc4b2a76b9719d91-email-maria", "clock@example.com", to, content)
