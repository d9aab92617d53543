/** The texts that the stores show and ask for: one source for the Chrome Web Store and Firefox Add-ons. Pure. */
import { optionalHosts, optionalPermissions, permissions } from "./permissions.ts"

export const name = "Inlay"

/** At most 132 characters: the Chrome Web Store takes it from the manifest. */
export const summary =
  "Enriches the profile or company page in front of you from your own sales data account, when you click."

export const purpose =
  "Inlay shows what the user’s own sales data account knows about the person or company whose page the user has open."

const description = `${summary}

Open a profile or a company’s site and click the toolbar button. Inlay says who it is and what a lookup costs at most. Nothing is sent until you click Enrich.

• Verified e-mail addresses, phone numbers with their do-not-call marks, role and company: every value with a copy button.
• Paid once: saved records cost nothing, and the button shows the price before you click.
• In the page, or beside it in the side panel: you choose.
• A daily limit that you set. If the answer to a lookup is lost, the lookup is never repeated without you.
• No account with us, no tracking, nothing in any page before a click.

You need an account with a sales data provider, or your team’s Inlay hub.`

/** What leaves the browser and who receives it, and what stays. */
export const privacy = `# Privacy policy of the Inlay browser extension

Inlay has no server of its own and collects nothing about you.

## What leaves your browser

Data is sent only to the data provider, code host or hub that you connected:

- the key or token of your account, which authenticates the request;
- the person or company to look up, when you click a button that says so: the address of the profile, or the domain of the company's site, that you have open. The recipient can tell from this that you visited the page;
- the name of a repository, when you open Inlay on its page at a code host that you connected, and every few minutes for each repository that you chose to watch;
- the address of a page of your own site, when you open Inlay there and your hub has web analytics for it.

No page content, clicks, search terms, usage figures or error reports are sent to anyone.

## What stays in your browser

Your account's settings, its key (sealed with a key that cannot be exported), the records that you bought, what they cost, and your own notes. You can delete a person, or everything, at any time; removing the extension deletes all of it.

## Pages that you visit

Inlay does not run in any page by itself. It reads the address of a tab only after you click its button, press its shortcut or use its menu there.

## Others

Data is not sold, not shared with third parties, and not used for anything but showing you the record that you asked for. Your provider's own policy says what it keeps about your requests.
`

interface Picture {
  /** In `artifacts/store`, 1280 x 800. */
  readonly file: string
  readonly caption: string
}

export const pictures: ReadonlyArray<Picture> = [
  { file: "1-price.png", caption: "Who it is and what it costs, before anything is sent" },
  { file: "2-record.png", caption: "Verified contacts first, every value with a copy button" },
  { file: "3-page.png", caption: "The best facts in the page itself" },
  { file: "4-panel.png", caption: "Or beside the page, following you from profile to profile" }
]

const justifications = [
  ...[...permissions, ...optionalPermissions].map(
    (one) => `- \`${one.name}\` (${one.browsers.join(", ")}): ${one.why}`
  ),
  `- optional hosts \`${optionalHosts.patterns.join("`, `")}\`: ${optionalHosts.why}`
].join("\n")

/** The text that is copied into the stores' forms. */
export const listing = `# ${name}

## Summary

${summary}

## Single purpose

${purpose}

## Description

${description}

## Permissions

${justifications}

## Remote code

None. All code is part of the package.

## Data

Authentication information, personally identifying information and browsing activity, each to the user's own provider only, and only on a click. See the privacy policy.

## Pictures

${pictures.map(({ file, caption }) => `- \`${file}\`: ${caption}`).join("\n")}
`

/** How a reviewer builds the identical package from its sources. */
export const building = `# Building Inlay from these sources

Any Linux with Node 20 or later; the build installs its own Node.

    npx -y pnpm@12 install --frozen-lockfile
    cd apps/extension
    npx -y pnpm@12 run build:firefox   # .output/firefox-mv3
    npx -y pnpm@12 run build           # .output/chrome-mv3

\`npx -y pnpm@12 run package --check\` in the folder above compares the result with the uploaded package, byte for byte.
`
