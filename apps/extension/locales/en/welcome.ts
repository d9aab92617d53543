/** The welcome page. */
import { list } from "./plural.ts"

export const welcome = {
  title: "Know who is in front of you",
  lead: "Click Inlay on a profile or company page, and it shows what your own sales data account knows about them.",
  readTitle: "What is read, and when",
  beforeClick: "Before you click",
  beforeClickText:
    "Nothing. Inlay runs on no page and cannot see which pages you visit, unless you allow it for a site.",
  onClick: "When you click the button",
  onClickText:
    "The address of that one page, to tell who it is about. It stays in this browser; if you use a hub, Inlay asks it what a lookup costs.",
  onEnrich: "When you choose Enrich",
  onEnrichText:
    "The profile's address or the company's domain goes to your own provider, with your key, or to your hub. Nobody else gets anything.",
  step: (step: number, title: string) => `${step}. ${title}`,
  pinTitle: "Pin the button",
  pinText: "Open the browser's menu of extensions (the puzzle piece beside the address) and pin Inlay there.",
  pinned: "The button is in the toolbar.",
  connectTitle: "Connect what you have",
  byKind: (kinds: ReadonlyArray<string>) => `${list(kinds)}, stored encrypted in this browser.`,
  byHub: "Your team's hub",
  byHubHelp: "With a pairing code from its console: keys and limits stay there.",
  byNone: "Nothing yet",
  byNoneHelp: "Look at a sample first. You can connect in the settings at any time.",
  finish: "See a sample profile",
  finishHelp: "An invented person: nothing is sent or charged.",
  sampleTitle: "A sample profile",
  sampleNote: "This is what a result looks like. The person is invented: nothing was sent and nothing was charged.",
  connect: "Connect an account"
}
