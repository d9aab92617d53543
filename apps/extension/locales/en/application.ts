/** A site that is a web application, in the popup. */
export const inApplication = {
  text: "This is a web application, not a company’s own site. Looking it up finds the company that runs it.",
  lookUp: (name: string) => `Look up ${name}`,
  showSaved: (name: string) => `Show what is saved about ${name}`
} as const
