#!/bin/bash
# Shows the display page of a board in full screen, for ever. See docs/kiosk.md.
set -u
page=${TRIBOARD_DISPLAY:-http://127.0.0.1:8765/display}

# Wait for the board, or the browser would show an error page that never goes away.
place=${page#*://}
place=${place%%/*}
host=${place%:*}
port=${place##*:}
[ "$port" = "$place" ] && port=80
until (exec 3<>"/dev/tcp/$host/$port") 2>/dev/null; do sleep 1; done

# A profile in RAM, new each time: no question after a power cut, no writing to the card.
profile=$(mktemp -d "${XDG_RUNTIME_DIR:-/tmp}/kiosk.XXXXXX") || exit 1
trap 'rm -rf "$profile"' EXIT

"${TRIBOARD_BROWSER:-/usr/bin/chromium}" --kiosk --ozone-platform=wayland --user-data-dir="$profile" --disk-cache-size=1000000 \
    --no-first-run --noerrdialogs --disable-session-crashed-bubble --disable-infobars --disable-pinch --password-store=basic \
    --disable-background-networking --disable-component-update --disable-sync --disable-features=Translate "$page"
