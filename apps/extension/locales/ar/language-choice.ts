import type * as en from "../en/language-choice.ts"
import type { Words } from "../words.ts"

export const languageChoice: Words<typeof en.languageChoice> = {
  asBrowser: "كما في المتصفح",
  help: "تسري على كل صفحات Inlay وعلى البطاقات في الصفحات التي تُفتح من الآن."
}
