"""Files of strangers: opened so that they lead nowhere else, worked on in a child process with limits."""
