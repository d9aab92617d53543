/** The popup on a page for which it has nothing to show. */
export const nothing = {
  title: "Nothing to show here",
  elsewhere: "Open a person's or a company's profile, or a company's own site, and click again.",
  profileSite: "This page of the network is not a profile. Open somebody's profile or a company's page.",

  local: "This page has no public name, like those on your own machine or network. Its address is not sent anywhere.",
  inApplication: (what: string) =>
    `${what}. The pages here belong to many people: open a person's or a company's profile, or a company's own site.`
} as const
