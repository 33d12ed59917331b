"""Small faults put into the code of a room, one at a time: which do its tests notice?"""
