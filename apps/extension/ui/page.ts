/** A page of the extension, before anything is drawn: in which language and direction it is, and what it is called. */
import { language } from "../locales/language.ts"
import { directionOf } from "../locales/languages.ts"

export const openPage = (title = "Inlay"): HTMLElement => {
  const { documentElement } = document
  documentElement.lang = language
  documentElement.dir = directionOf(language)
  document.title = title
  const app = document.getElementById("app")
  if (app === null) throw new Error("The page has no element for its content.")
  return app
}
