/** The popup on a site that is a web application. */
export const inApplication = {
  text: "This is a web application, not a company's own site. Looking it up finds the company that runs it.",
  lookUp: (name: string) => `Look up ${name}`,
  showSaved: (name: string) => `Show what is saved about ${name}`
} as const

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
} as const
