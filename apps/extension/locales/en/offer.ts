/** Texts of the popup before and without a result. */

/** The popup on a site that is a web application. */
export const inApplication = {
  text: "This is a web application, not a company's own site. Looking it up finds the company that runs it.",
  lookUp: (name: string) => `Look up ${name}`,
  showSaved: (name: string) => `Show what is saved about ${name}`
}

/** What a page is for, if it is a web application. */
export const application = {
  mail: "Mail",
  calendar: "Calendar",
  customers: "Customer management",
  documents: "Documents and projects",
  search: "Search and reference",
  code: "Code host",
  chat: "Chat and meetings",
  social: "Social network",
  maps: "Maps",
  bank: "Banking and payments",
  market: "Marketplace or directory",
  media: "Media and news",
  assistant: "AI assistant",
  administration: "Administration and sign-in",
  general: "Web application"
}

/** The popup if no account is connected. */
export const connect = {
  title: "Inlay",
  text: "Shows what your sales data account knows about the person or company on this page.",
  button: "Connect an account"
}

/** The popup if the provider has no match. */
export const miss = {
  title: "The provider has no match",
  fresh: (charged: string) => `${charged} for this answer.`,
  saved: (age: string) => `Asked ${age}; looking again was free: 0 credits.`,
  nextPerson: "Try the company instead: open its page or its own site, and click again.",
  nextCompany: "Try its other address: the company's own site, or its profile.",
  keep: "How long a miss is kept"
}

/** The popup on a page for which it has nothing to show. */
export const nothing = {
  title: "Nothing to show here",
  elsewhere: "Open a person's or a company's profile, or a company's own site, and click again.",
  profileSite: "This page of the network is not a profile. Open somebody's profile or a company's page.",

  local: "This page has no public name, like those on your own machine or network. Its address is not sent anywhere.",
  inApplication: (what: string) =>
    `${what}. The pages here belong to many people: open a person's or a company's profile, or a company's own site.`
}
