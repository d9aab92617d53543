/** The welcome page. */
export const welcome = {
  title: "Know who is in front of you",
  lead: "Click Inlay on a profile or company page, and it shows what your own sales data account knows about them.",
  readTitle: "What is read, and when",
  beforeClick: "Before you click",
  beforeClickText: "Nothing. Inlay runs on no page and cannot see which pages you visit.",
  onClick: "When you click the button",
  onClickText: "The address of that one page, to tell who it is about. It stays in this browser.",
  onEnrich: "When you choose Enrich",
  onEnrichText:
    "The profile’s address or the company’s domain goes to your own provider, with your key. Nobody else gets anything.",
  connect: "Connect an account",
  connectHelp: "You need your provider’s API address and a key. It can all be changed later."
} as const
