/** Explains why the page has nobody to look up, and which pages do. */
import { nothing as words, application as names } from "../../../../locales/offer.ts"
import type { Preview } from "../../requests.ts"
import { applicationOnHost } from "../../subject/application.ts"

export const nothing = ({ at, address }: Extract<Preview, { readonly state: "nothingHere" }>): string => {
  if (at !== "elsewhere") return words[at]
  const application = applicationOnHost(address)
  return application === undefined ? words.elsewhere : words.inApplication(names[application])
}
