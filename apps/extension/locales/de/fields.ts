import type * as en from "../en/fields.ts"
import { translated } from "../translated.ts"
import { number } from "./plural.ts"
import { credits } from "./shared.ts"

export const pluginTitles: typeof en.pluginTitles = {
  salesdata: "Vertriebsdaten",
  codehost: "Code-Plattform",
  analytics: "Webanalyse"
}

export const kindTitles: typeof en.kindTitles = {
  "salesdata.api_key": "API-Schlüssel",
  "codehost.token": "Zugriffstoken",
  "codehost.sign_in": "Anmeldung"
}

export const fieldTexts: typeof en.fieldTexts = {
  "salesdata.base_url": {
    label: "Basisadresse",
    help: "Die API-Adresse des Anbieters mitsamt ihrem Pfad. Nur https, außer auf diesem Rechner."
  },
  "salesdata.api_key": {
    label: "API-Schlüssel",
    help: "Aus den Kontoeinstellungen beim Anbieter, Abschnitt „API Access“."
  },
  "salesdata.key_header": {
    label: "Kopfzeile des Schlüssels",
    help: "Die Kopfzeile, die den Schlüssel trägt. authorization sendet ihn als Bearer-Token."
  },
  "salesdata.cap_day": {
    label: "Tageslimit",
    help: "Höchstens so viele Credits je Tag (UTC) ausgeben. Leer: kein Limit."
  },
  "salesdata.cap_run": {
    label: "Sitzungslimit",
    help: "Höchstens so viele Credits je Befehlslauf oder Browsersitzung ausgeben. Leer: kein Limit."
  },
  "salesdata.profile_site": {
    label: "Profilnetzwerk",
    help: "Host des beruflichen Netzwerks, dessen Profile Sie besuchen, außer dem eingebauten."
  },
  "salesdata.price_person": { label: "Preis je Person", help: "Höchstens so viele Credits kostet eine Person." },
  "salesdata.price_company": {
    label: "Preis je Unternehmen",
    help: "Höchstens so viele Credits kostet ein Unternehmen."
  },
  "salesdata.price_search": {
    label: "Preis je Suche",
    help: "Höchstens so viele Credits kostet eine Suche. Leer: nicht bekannt; ein Limit verweigert Suchen dann."
  },
  "salesdata.credits_field": {
    label: "Feld der Credits",
    help: "Pfad der berechneten Credits in den Antworten des Anbieters, etwa credits.charged."
  },
  "salesdata.free_paths": {
    label: "Kostenlose Pfade",
    help: "Pfade, deren Lesen nichts kostet, etwa /account. Unter einem Limit liest API Call keine anderen."
  },
  "salesdata.filter_location": { label: "Filter für den Ort", help: "Name des Feldes für den Ort in der Suche." },
  "salesdata.filter_company_size": {
    label: "Filter für die Unternehmensgröße",
    help: "Name des Feldes für die Unternehmensgröße in der Suche."
  },
  "salesdata.keep_match_days": {
    label: "Treffer behalten",
    help: "So viele Tage wird ein Treffer nicht noch einmal gekauft."
  },
  "salesdata.keep_miss_days": {
    label: "Fehlanzeigen behalten",
    help: "So viele Tage wird nach einer Fehlanzeige nicht noch einmal gefragt."
  },
  "codehost.base_url": {
    label: "Basisadresse",
    help: "Die Adresse der API; die eines Enterprise-Servers ist https://HOST/api/v3, auf ghe.com https://api.NAME.ghe.com. Nur https, außer auf diesem Rechner."
  },
  "codehost.token": {
    label: "Zugriffstoken",
    help: "Aus den Einstellungen des Dienstes, „Developer settings“. Ein klassisches mit den Scopes repo, workflow, gist, read:org, project kann alles, was die Schritte tun."
  },
  "codehost.repositories": {
    label: "Repositorys",
    help: "Schritte und Aufrufe des Kontos bleiben in diesen: Namen wie owner/repo, mit Kommas oder Leerzeichen dazwischen. Leer: alle, die das Token erreicht."
  },
  "codehost.read_only": {
    label: "Nur lesen",
    help: "Verweigert alles, was etwas ändern würde, bevor es gesendet wird."
  },
  "codehost.page_site": {
    label: "Website der Repositorys",
    help: "Wo Menschen seine Repositorys sehen, etwa code.acme.example, falls das nicht der Host der Basisadresse ist."
  },
  "codehost.auth_header": {
    label: "Kopfzeile des Tokens",
    help: "Die Kopfzeile, die das Token trägt, wo ein Server eine andere verlangt."
  },
  "codehost.auth_scheme": {
    label: "Schema des Tokens",
    help: "Das Wort vor dem Token, etwa Bearer oder token; none: nur das Token."
  },
  "codehost.extra_headers": {
    label: "Weitere Kopfzeilen",
    help: 'Feste Kopfzeilen, die ein Server oder ein Gateway davor verlangt, als JSON-Objekt: {"x-tenant": "acme"}. Keine Geheimnisse.'
  }
}

/** What does not work without a scope of the code host's token. */
const steps = /* @__PURE__ */ translated(
  {
    "Repositories, branches, issues, pull requests and workflow runs":
      "Repositorys, Branches, Issues, Pull-Requests und Workflow-Läufe",
    "Changing workflow files": "Änderungen an Workflow-Dateien",
    "Creating and updating gists": "Anlegen und Ändern von Gists",
    "Update Project (V2) Item Status": "Statusänderungen in Projekten",
    "Reviews by teams": "Reviews durch Teams"
  },
  []
)

export const checkText = /* @__PURE__ */ translated(
  {
    "Rate limit": "Ratenlimit",
    "Search limit": "Suchlimit",
    "GraphQL limit": "GraphQL-Limit",
    "Day cap": "Tageslimit",
    "Run cap": "Sitzungslimit",
    "Token ends": "Token läuft ab"
  },
  [
    // The plugin writes 1,000, which is 1 in German.
    [
      /^must be a number from 0 to (\S+)$/,
      (_, most = "") => `muss eine Zahl von 0 bis ${number(Number(most.replaceAll(",", "")))} sein`
    ],
    [/^is not a header that can carry a key$/, "ist keine Kopfzeile, die einen Schlüssel tragen kann"],
    [
      /^must be paths that start with a slash, without \? or #$/,
      "müssen Pfade sein, die mit einem Schrägstrich beginnen, ohne ? oder #"
    ],
    [
      /^must be owner\/repo names, separated by commas or blanks$/,
      "müssen Namen wie owner/repo sein, mit Kommas oder Leerzeichen dazwischen"
    ],
    [/^is not a header that can carry a token$/, "ist keine Kopfzeile, die ein Token tragen kann"],
    [/^must be one word, or none$/, "muss ein Wort sein; ohne Wort: none"],
    [/^must be a JSON object with text values, such as (.*)$/, "müssen ein JSON-Objekt mit Textwerten sein, etwa $1"],
    [/^cannot be sent: /, "lassen sich nicht senden: "],
    [/headers has more than (\d+) characters$/, "es sind mehr als $1 Zeichen"],
    [/headers has more than (\d+)$/, "es sind mehr als $1"],
    [/headers\.([^;]+?) is not a valid header name/g, "„$1“ ist kein gültiger Name"],
    [/headers\.([^;]+?) is given twice/g, "„$1“ kommt zweimal vor"],
    [
      /headers\.([^;]+?) must be visible ASCII characters, without spaces around them/g,
      "„$1“ darf nur sichtbare ASCII-Zeichen enthalten, ohne Leerzeichen am Rand"
    ],
    [/headers\.([^;]+?) must be JSON, as the body is/g, "„$1“ muss JSON sein wie der Inhalt der Anfrage"],
    [/headers\.([^;]+?) cannot be set: credentials.*$/, "„$1“ trägt Zugangsdaten, die eigene Felder haben"],
    [/headers\.([^;]+?) cannot be set: .*$/, "„$1“ setzt nur Inlay selbst"],
    [/headers (?:is|must|cannot) .*$/, "eine Kopfzeile ist nicht erlaubt"],
    [
      /^The token lacks the scope (\S+)\. (.+) will not work\.$/,
      (_, scope = "", what = "") => `Dem Token fehlt der Scope ${scope}. Damit entfallen: ${steps(what)}.`
    ],
    [/^The token ends on (\S+)\.$/, "Das Token läuft am $1 ab."],
    [
      /^(\S+): the token can read but not write, and the account is not read-only\.$/,
      "$1: Das Token kann lesen, aber nicht schreiben, und das Konto ist nicht auf „Nur lesen“ gestellt."
    ],
    [/^(\S+) of (\S+) left$/, "noch $1 von $2"],
    [/^(\S+) left$/, "noch $1"],
    [/^(\S+) credits?$/, (_, count = "") => credits(Number(count))]
  ]
)
