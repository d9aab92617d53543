/** The texts that the stores show and ask for: one source for the Chrome Web Store and Firefox Add-ons. Pure. */
import { optionalHosts, optionalPermissions, permissions } from "./permissions.ts"

export const name = "Inlay"

/** At most 132 characters: the Chrome Web Store takes it from the manifest. */
export const summary =
  "Enriches the profile or company page in front of you from your own sales data account, when you click."

const purpose =
  "Inlay shows what the user's own accounts know about the page that the user has open: the person or company, the repository, or the traffic of the user's own site."

const description = `${summary}

Open a profile or a company's site and click the toolbar button. Inlay says who it is and what a lookup costs at most. Nothing goes to the provider until you click Enrich.

• Verified e-mail addresses, phone numbers with their do-not-call marks, role and company: every value with a copy button.
• Paid once: saved records cost nothing, and the button shows the price before you click.
• In the page, or beside it in the side panel: you choose.
• A daily limit that you set. If the answer to a lookup is lost, the lookup is never repeated without you.
• On a repository of a connected code host: failed runs, reviews and mentions that wait for you, and the triggers that start your agents.
• On your own site, through your team's hub: the visitors of the last 28 days and the last 30 minutes.
• Notifications of the events that you choose, and of no others.
• No account with us, no tracking, nothing in any page before a click unless you allow it for a site.

You need an account with a sales data provider, or your team's Inlay hub.`

/** What leaves the browser and who receives it, and what stays. */
export const privacy = `# Privacy policy of the Inlay browser extension

Inlay has no server of its own and collects nothing about you.

## What leaves your browser

Data is sent only to the data provider, code host or hub that you connected, with the key or token of your account. This is all of it:

| What | To whom | When |
|---|---|---|
| The person or company: the address of the profile, or the domain of the company's site, that you have open. The recipient can tell from this that you visited the page | your data provider | when you click Enrich, Look again or another button that names a lookup |
| The same, to learn what a lookup would cost and whether it is saved | your hub, if your account is there | when you open Inlay on the page |
| A company's name with the positions, seniorities and departments that you choose | your data provider or hub | when you search for people of a company |
| A company's name | your code host | when you click "Look for their code" |
| The name of a repository | your code host or hub | when you open Inlay on its page; every few minutes while you watch it; and whenever you open a page of a code host on which you always allowed the line |
| Comments, stars and workflow runs that you write or start; triggers that you turn on or off | your code host or hub | when you confirm the button |
| The address and the title of a page of your own site | your hub | when you open Inlay there and your hub has web analytics for the site |
| Nothing but your token, to ask for new events | your hub | once a minute, if you chose notifications |

The rest of a page's content, your clicks, usage figures and error reports are sent to nobody.

## What stays in your browser

Your account's settings, its key (sealed with a key that cannot be exported), the records that you bought, what they cost, and your own notes. You can delete a person, or everything, at any time; removing the extension deletes all of it.

## Pages that you visit

Inlay reads the address of a tab only after you click its button, press its shortcut or use its menu there. While its side panel is open, it follows the tab within the site on which you opened it. It runs in a page when you ask for a card or a line there, and by itself only on the pages of a code host for which you chose "Always"; you can take that back at any time.

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

Authentication information, personally identifying information, browsing activity and website content (the title of a page of the user's own site), each to the user's own provider, code host or hub only. What is sent without a click is what the user turned on: watched repositories, notifications, and the line on repository pages. The privacy policy lists all of it.

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
