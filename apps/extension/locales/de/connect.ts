import type * as en from "../en/connect.ts"
import type { Words } from "../words.ts"

export const connect: Words<typeof en.connect> = {
  title: "Inlay",
  text: "Zeigt, was Ihr Vertriebsdaten-Konto über die Person oder das Unternehmen auf dieser Seite weiß.",
  button: "Konto verbinden"
}
