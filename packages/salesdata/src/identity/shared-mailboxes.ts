/**
 * E-mail addresses and mail domains that many people or companies share, so that they identify nobody. Pure. The lists
 * can only contain common ones; values that two different records share are detected when the records are cached.
 */
import { words } from "./words.ts"

/** Role names from RFC 2142, others that small firms use, and placeholders for a missing address. */
const ROLES = new Set(
  words(`abuse accounting accounts admin administration administrator advertising all anon anonymous ap ar billing board
booking bookings business careers ceo club community compliance contact contactus customercare customers
customerservice dispatch donotreply email enquiries enquiry events everyone example feedback finance firstname
frontdesk ftp general headoffice hello help helpdesk hi hire home hostmaster hr info infodesk information inquiries
inquiry invoices investors it jobs legal mail mailbox mailerdaemon main marketing media members membership na name news
newsletter noc nobody none noreply null office operations ops order orders payments payroll post postmaster pr press
privacy private purchasing quotes reception recruitment rentals reply reservations returns root sales salesteam school
security service services shop staff store studio subscribe support team tech test trade unknown usenet user uucp warehouse web
webmaster website welcome workshop www`)
)

/** Words with which providers mark shared addresses. */
const SHARED_KIND = /generic|role|shared|group|general|department|switchboard|masked|placeholder/

/** Placeholders for an address or a number that the account has not paid for. */
const HIDDEN = /[*•…]|x{4,}|not[_.]?(unlocked|available|found|provided)(@|$)|^(locked|hidden|redacted)@/i

/** Whether an address or a number is such a placeholder: `j***@firm.example`, `04XX XXX 156`. */
export const isHidden = (value: string): boolean => HIDDEN.test(value.replace(/[\s-]/g, ""))

/** Whether an address is shared or a placeholder. `kind` is the provider's label for it. */
export const isSharedMailbox = (email: string, kind: string | null = null): boolean => {
  const local = email.slice(0, email.lastIndexOf("@")).toLowerCase()
  const [first = ""] = local
    .replace(/^do[._-]not/, "donot")
    .replace(/^(no|donot|mailer|customer|head|front)[._-]/, "$1")
    .split(/[._+\-\d]/)
  return ROLES.has(first) || isHidden(email) || (kind !== null && SHARED_KIND.test(kind))
}

/** Domains of public mail services and internet providers. */
const MAIL_HOSTS = new Set(
  words(`126.com 163.com aapt.net.au actrix.co.nz adam.com.au bigpond.com bigpond.com.au bigpond.net.au clear.net.nz
dodo.com.au duck.com fastmail.com fastmail.fm googlemail.com hey.com icloud.com ihug.co.nz iinet.net.au iprimus.com.au
mac.com mail.com mail.ru me.com netspace.net.au on.net optusnet.com.au orcon.net.nz ozemail.com.au paradise.net.nz pm.me
proton.me protonmail.com qq.com rocketmail.com slingshot.co.nz telstra.com tpg.com.au tutanota.com westnet.com.au
xtra.co.nz ymail.com`)
)
const MAIL_BRANDS = /^(aol|gmail|gmx|hotmail|live|msn|outlook|yahoo|yandex|zoho)\.([a-z]{2,3}|com?\.[a-z]{2})$/

/** Whether a domain is a public mail host, on which anybody can have an address. */
export const isMailHost = (domain: string): boolean => MAIL_HOSTS.has(domain) || MAIL_BRANDS.test(domain)
