/**
 * Chooses what to show for a preview that is not simply ready. In a module of its own, because most popups never need
 * it.
 */
import type { Offer, Preview } from "../../requests.ts"
import type { Stage } from "../stage.ts"

// Loaded with this module, because the popup's first script is full and an answer takes seconds before it is needed.
export { orUnheard } from "../../../../messaging/presence.ts"

/** Returns the web application that a site is. People and companies of the professional network never are one. */
const applicationOf = async ({ subject, address }: Extract<Preview, { readonly state: "ready" | "cached" }>) => {
  if (subject.kind !== "site") return undefined
  const { applicationAt } = await import("../../subject/application.ts")
  return applicationAt(address, subject.name)
}

/**
 * Returns the saved answer to open at once, if there is one. In a web application a saved answer opens only by a click,
 * because the user is not looking at its company.
 */
export const opening = async (preview: Preview): Promise<Offer | undefined> =>
  preview.state === "cached" && preview.match && (await applicationOf(preview)) === undefined ? preview : undefined

const loadOffer = () => Promise.all([import("./states.tsx"), import("../../../company/view/known-people.tsx")])

/**
 * For a preview that is neither under way nor failed. Views that most popups never need are loaded here when needed.
 */
export const previewStage = async (
  preview: Exclude<Preview, { readonly state: "busy" | "failed" }>
): Promise<Stage> => {
  if (preview.state === "unknownCharge") {
    const { UnknownCharge } = await import("./unknown-charge.tsx")
    return { at: "unknownCharge", preview, UnknownCharge }
  }
  if (preview.state === "uncached") {
    const { Uncached } = await import("./uncached.tsx")
    return { at: "uncached", preview, Uncached }
  }
  if (preview.state === "ready" || (preview.state === "cached" && preview.match)) {
    // Loads the views of a company's site in the meantime.
    if (preview.state === "ready") void loadOffer()
    const application = await applicationOf(preview)
    if (application !== undefined) {
      const { InApplication } = await import("./in-application.tsx")
      return { at: "application", preview, application, InApplication }
    }
  }
  if (preview.state === "cached") {
    const { Miss } = await import("../outcome/miss.tsx")
    return { at: "cachedMiss", preview, Miss }
  }
  if (preview.state === "nothingHere") {
    const { nothing } = await import("./nothing.ts")
    return { at: "nothing", why: nothing(preview) }
  }
  if (preview.state === "notConnected") {
    const { NotConnected } = await import("./not-connected.tsx")
    return { at: "notConnected", NotConnected }
  }
  const [{ Ready }, { KnownPeople }] = await loadOffer()
  return { at: "preview", preview, Ready, KnownPeople }
}
