/** The popup's first texts, and those that most places show. */
export * from "./shared.ts"

export const popup = {
  settings: "Settings",
  panel: "Open beside the page",
  loading: "Looking at this page",

  enrich: "Enrich",
  savedBy: (account: string) => `This browser's account ${account} already has it. The hub would buy it again.`,
  hubApart: "What the hub has bought is bought again here.",
  nothingSent: "Nothing goes to the provider until you click.",
  raiseCap: "Raise the cap",

  asking: "Asking the provider…",
  opening: "Opening what is saved…",
  seconds: (seconds: string) => `${seconds} s`,
  underWay: "This page is already being looked up. Nothing is sent twice."
}

/** The account that pays. */
export const paidBy = { account: "Paid by", atHub: (name: string) => `${name} (hub)` }
