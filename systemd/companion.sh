#!/bin/sh
# /usr/local/bin/companion: the installed companion, as the user it belongs to and on that user's data.
home=/opt/companion
owner=$(stat -c %U -- "$home") || exit 1
if [ "$(id -un)" != "$owner" ]; then
    [ "$(id -u)" -ne 0 ] || exec runuser -u "$owner" -- "$0" "$@"
    exec sudo -u "$owner" -- "$0" "$@"
fi
[ "$owner" != companion ] || export COMPANION_DATA="${COMPANION_DATA:-/var/lib/companion}"
exec "$home/current/run" companion "$@"
