/** The controls that show the line in a repository's page. */
export const pageLine = {
  show: "Show as a line in this page",
  shown: "Shown in the page.",
  notShown: "The page does not allow it.",
  always: (host: string) => `Always on ${host}`,
  denied: (host: string) => `The browser does not let Inlay into pages of ${host}.`,
  title: "Line in repository pages",
  lead: "Every repository page of these hosts shows the last run, agent starts and your review requests.",
  end: (host: string) => `Remove from ${host}`
}
