/** The popup. */
import { credits } from "./shared.ts"

export const popup = {
  settings: "Settings",
  loading: "Looking at this page",

  sectionFailed: (name: string, why: string | null) =>
    `The section ${name} could not be shown${why === null ? "" : `: ${why}`}.`,

  connectTitle: "Inlay",
  connect: "Shows what your sales data account knows about the person or company on this page.",
  connectButton: "Connect an account",

  nothingTitle: "Nothing to enrich here",
  nothing: "Open a person’s or a company’s profile, or a company’s own site, and click again.",
  nothingOnProfileSite: "This page of the network is no profile. Open somebody’s profile or a company’s page.",

  nothingLocal: "This page is on your own machine or network. Its name is sent to nobody.",
  nothingInApplication: (what: string) =>
    `${what}. Its pages belong to many people; open a person’s or a company’s profile, or a company’s own site.`,

  enrich: "Enrich",
  nothingSent: "Nothing is sent until you click.",
  capReached: ({ kind, limit }: { readonly kind: "day" | "run"; readonly limit: number }) =>
    `This could go past the ${kind} cap of ${credits(limit)}. It starts again ${kind === "day" ? "at 00:00 UTC" : "with the browser"}.`,
  raiseCap: "Raise the cap",

  asking: "Asking the provider…",
  opening: "Opening what is saved…",
  seconds: (seconds: string) => `${seconds} s`,
  underWay: "A lookup of this page is under way. Nothing is asked twice.",

  missTitle: "The provider has no match",
  missFresh: (charged: string) => `${charged} for this answer.`,
  missSaved: (age: string) => `Asked ${age}; looking again was free: 0 credits.`,
  missNextPerson: "Try the company instead: open its page or its own site, and click again.",
  missNextCompany: "Try its other address: the company’s own site, or its profile.",
  missKeep: "How long a miss is kept"
} as const
