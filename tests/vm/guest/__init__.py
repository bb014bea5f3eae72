"""Programs that run inside the machine.  They import the standard library alone."""
