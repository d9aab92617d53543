/** The choice of the extension's language. It is stored at once, and reloads the page in that language. */
import { ProblemNotice } from "@inlay/ui/Notice"
import { useEffect, useState } from "preact/hooks"

import { chosenLanguage, isLanguage, LANGUAGE_KEY, LANGUAGES, type Language } from "../../../locales/languages.ts"
import { languageChoice as words, sections } from "../../../locales/settings.ts"
import { problemText } from "../../../ui/text/problem.ts"

/** The languages' own names. */
const NAMES: { readonly [L in Language]: string } = { en: "English", de: "Deutsch", ar: "العربية" }

/** Stores the choice at once; `undefined` means the browser's language. Pages that are already drawn keep theirs. */
const chooseLanguage = (choice: Language | undefined): Promise<void> =>
  choice === undefined
    ? chrome.storage.local.remove(LANGUAGE_KEY)
    : chrome.storage.local.set({ [LANGUAGE_KEY]: choice })

const reload = () => location.reload()

/** @param onChosen reloads the page */
export const LanguageChoice = ({ onChosen = reload }: { readonly onChosen?: () => void }) => {
  const [choice, setChoice] = useState("")
  const [problem, setProblem] = useState<string>()
  useEffect(() => void chosenLanguage().then((language) => setChoice(language ?? "")), [])
  const choose = async (next: string) => {
    const before = choice
    setChoice(next)
    try {
      await chooseLanguage(isLanguage(next) ? next : undefined)
      onChosen()
    } catch (error) {
      setChoice(before)
      const detail = error instanceof Error ? error.message : ""
      setProblem(problemText({ what: "", own: { is: "storage", why: "failed", detail } }))
    }
  }
  return (
    <section class="panel" id="language" aria-labelledby="language-title">
      <h2 id="language-title">{sections.language}</h2>
      <div class="field">
        <select
          aria-labelledby="language-title"
          aria-describedby="language-help"
          value={choice}
          onChange={(event) => void choose(event.currentTarget.value)}
        >
          <option value="">{words.asBrowser}</option>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {NAMES[language]}
            </option>
          ))}
        </select>
        <span class="field-help" id="language-help">
          {words.help}
        </span>
      </div>
      <ProblemNotice text={problem} />
    </section>
  )
}
