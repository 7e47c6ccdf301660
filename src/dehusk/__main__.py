"""`python -m dehusk`, the same as the command `dehusk`."""

from dehusk.cli import main

if __name__ == "__main__":
    main()
