/** The controls that show the line in a repository's page. */
export const pageLine = {
  show: "Show as a line in this page",
  shown: "Shown in the page.",
  notShown: "The page does not allow it.",
  always: (host: string) => `Always on ${host}`,
  denied: (host: string) => `The browser does not let Inlay into pages of ${host}.`,
  title: "Line in repository pages",
  lead: "The last run, agent starts and reviews asked of you stand in every repository page of these hosts.",
  end: (host: string) => `No longer on ${host}`
} as const
