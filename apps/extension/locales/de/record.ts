import type * as en from "../en/record.ts"
import { translated } from "../translated.ts"

export const recordText = /* @__PURE__ */ translated(
  {
    "E-mail": "E-Mail",
    "Work e-mail": "Geschäftliche E-Mail",
    "Business e-mail": "Geschäftliche E-Mail",
    "Professional e-mail": "Berufliche E-Mail",
    "Personal e-mail": "Private E-Mail",
    "Other e-mail": "Weitere E-Mail",
    Phone: "Telefon",
    Mobile: "Mobiltelefon",
    Landline: "Festnetz",
    "Direct phone": "Durchwahl",
    "Work phone": "Telefon geschäftlich",
    "Office phone": "Telefon im Büro",
    "Home phone": "Telefon privat",
    "Personal phone": "Telefon privat",
    "Main phone": "Zentrale",
    "Other phone": "Weiteres Telefon",
    Role: "Rolle",
    Seniority: "Karrierestufe",
    Department: "Abteilung",
    Location: "Ort",
    Company: "Unternehmen",
    Name: "Name",
    Domain: "Domain",
    ABN: "ABN",
    Website: "Website",
    Employees: "Beschäftigte",
    Technology: "Technik",
    Technologies: "Technologien",
    "Unnamed person": "Person ohne Namen",
    "Unnamed company": "Unternehmen ohne Namen",
    verified: "geprüft",
    valid: "gültig",
    deliverable: "zustellbar",
    safe: "sicher",
    unverified: "ungeprüft",
    unknown: "unbekannt",
    invalid: "ungültig",
    risky: "unsicher",
    bounced: "unzustellbar",
    undeliverable: "unzustellbar",
    "catch-all": "nimmt alles an",
    catch_all: "nimmt alles an",
    "do not call": "nicht anrufen"
  },
  [
    [
      /Nothing in the record confirms that it matches the request\./,
      "Nichts im Datensatz bestätigt, dass er von der gesuchten Person oder dem gesuchten Unternehmen handelt."
    ],
    [/The provider answered with another profile: (.+)\./, "Der Anbieter antwortete mit einem anderen Profil: $1."],
    [
      /The record has a different (.+) than requested: it may be about somebody else\./,
      "Im Datensatz steht etwas anderes als gefragt ($1): Er handelt vielleicht von jemand anderem."
    ],
    [
      /This answer could not be saved: asking again costs again and needs confirmation\./,
      "Diese Antwort konnte nicht gespeichert werden: Noch einmal zu fragen kostet noch einmal und muss bestätigt werden."
    ],
    [
      /An answer about somebody else is not saved: asking again costs again and needs confirmation\./,
      "Eine Antwort über jemand anderen wird nicht gespeichert: Noch einmal zu fragen kostet noch einmal und muss bestätigt werden."
    ],
    [
      /The provider charged (\S+) credits, and the account's price is (\S+): correct the price, because caps use it\./,
      "Der Anbieter hat $1 Credits berechnet, und der Preis des Kontos ist $2: Korrigieren Sie den Preis, denn Limits zählen danach."
    ]
  ]
)

export const factName: typeof en.factName = (section, label) => `${section}, ${label}`
