/** Prepares a page of the extension before anything is drawn: its language, direction and title. */
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
