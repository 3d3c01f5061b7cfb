#!/bin/sh
# Prints the images that compose.yaml and Containerfile start from, each with the digest that its
# registry has now. Compose reads them from the file .env beside it:
#   deploy/pin.sh >> deploy/.env
set -eu
cd "$(dirname "$0")"
sed -n 's/.*\${\([A-Z]*_IMAGE\):-\([^}]*\)}.*/\1 \2/p' compose.yaml | while read -r name image; do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image" </dev/null)
    echo "$name=$image@$digest"
done
