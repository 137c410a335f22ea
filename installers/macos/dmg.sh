#!/bin/sh
# The bundle of `python -m installers.build bundle` as a disk image, signed and notarised where the names are given.
#   installers/macos/dmg.sh VERSION [FOLDER]
# COMPANION_SIGN_AS        the identity in the keychain that signs ("Developer ID Application: …"); without it nothing is signed
# COMPANION_NOTARY         a profile that `xcrun notarytool store-credentials` made; without it nothing is sent to Apple
# Not tried on a Mac: docs/installing.md.
set -eu

version=${1:?name the version}
folder=${2:-build/bundle}
app="$folder/dist/Companion.app"
image="$folder/Companion-$version.dmg"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

[ -d "$app" ] || { echo "There is no $app: make it with python -m installers.build bundle." >&2; exit 1; }

if [ -n "${COMPANION_SIGN_AS:-}" ]; then
    # PyInstaller signed each library as it was collected; the whole is sealed last.
    codesign --force --options runtime --timestamp --entitlements installers/macos/entitlements.plist \
        --sign "$COMPANION_SIGN_AS" "$app"
    codesign --verify --strict --deep "$app"
fi

cp -R "$app" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -volname Companion -srcfolder "$stage" -fs HFS+ -format UDZO -ov "$image"

if [ -n "${COMPANION_SIGN_AS:-}" ]; then
    codesign --sign "$COMPANION_SIGN_AS" --timestamp "$image"
fi
if [ -n "${COMPANION_NOTARY:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$COMPANION_NOTARY" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
