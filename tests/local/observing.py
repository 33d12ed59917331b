"""What a program leaves behind: processes, listening sockets and files, as Linux knows them."""

import os
from dataclasses import dataclass
from pathlib import Path

LISTENING = "0A"


@dataclass(frozen=True)
class Socket:
    """A listening socket: the address as written in hexadecimal by the kernel, and the port."""

    address: str
    port: int
    inode: str


def processes_naming(text: str) -> set[int]:
    """Processes whose command line, working directory or environment names `text`."""
    found = set()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            known = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
            known += bytes((folder / "cwd").readlink())
        except OSError:  # ended meanwhile, or not ours to look at
            continue
        if text.encode() in known:
            found.add(int(folder.name))
    return found


def listening(pids: set[int]) -> set[Socket]:
    """The sockets on which any of these processes listens, over IPv4 and IPv6."""
    held = set()
    for pid in pids:
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            held.add(str(descriptor.readlink()))
    return {entry for entry in all_listening() if f"socket:[{entry.inode}]" in held}


def all_listening() -> set[Socket]:
    """Every listening socket of this machine."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == LISTENING:
                address, _, port = words[1].rpartition(":")
                found.add(Socket(address, int(port, 16), words[9]))
    return found


def strays_in_shared_tmp() -> set[Path]:
    """The emulator's own files in the machine's shared folder, where it would put them untold."""
    return set(Path("/tmp").glob("*ministack*"))
