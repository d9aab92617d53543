/**
 * E-mail addresses and mail domains that many people or companies use: no one person or company is meant by them. Pure. A
 * list can only name the usual ones; what two different records share is noticed when they are cached.
 */

/** RFC 2142, what small firms use besides, and what stands where there is no address. */
const ROLES = new Set(
  `abuse accounting accounts admin administration administrator advertising all anon anonymous ap ar billing board
  booking bookings business careers ceo club community compliance contact contactus customercare customers
  customerservice dispatch donotreply email enquiries enquiry events everyone example feedback finance firstname
  frontdesk ftp general headoffice hello help helpdesk hi hire home hostmaster hr info infodesk information inquiries
  inquiry invoices investors it jobs legal mail mailbox mailerdaemon main marketing media members membership na name news
  newsletter noc nobody none noreply null office operations ops order orders payments payroll post postmaster pr press
  privacy purchasing quotes reception recruitment rentals reply reservations returns root sales salesteam school security
  service services shop staff store studio subscribe support team tech test trade unknown usenet user uucp warehouse web
  webmaster website welcome workshop www`.split(/\s+/)
)

/** How providers call such an address themselves. */
const SHARED_KIND = /generic|role|shared|group|general|department|switchboard|masked|placeholder/

/** What stands in place of an address that the account has not paid for. */
const HIDDEN = /[*•…]|x{4,}|not[_.-]?(unlocked|available|found|provided)|^(locked|hidden|private|redacted)@/i

/** Whether an address is a role's or no address at all; `kind` is the provider's word for it. */
export const isSharedMailbox = (email: string, kind: string | null = null): boolean => {
  const local = email.slice(0, email.lastIndexOf("@")).toLowerCase()
  const [first = ""] = local.replace(/^(no|do-?not|mailer|customer|head|front)[._-]/, "$1").split(/[._+\-\d]/)
  return ROLES.has(first.replace("-", "")) || HIDDEN.test(email) || (kind !== null && SHARED_KIND.test(kind))
}

/** Mail hosts of everybody, and of the countries' providers. */
const MAIL_HOSTS = new Set(
  `126.com 163.com aapt.net.au actrix.co.nz adam.com.au bigpond.com bigpond.com.au bigpond.net.au clear.net.nz
  dodo.com.au duck.com fastmail.com fastmail.fm googlemail.com hey.com icloud.com ihug.co.nz iinet.net.au iprimus.com.au
  mac.com mail.com mail.ru me.com netspace.net.au on.net optusnet.com.au orcon.net.nz ozemail.com.au paradise.net.nz pm.me
  proton.me protonmail.com qq.com rocketmail.com slingshot.co.nz telstra.com tpg.com.au tutanota.com westnet.com.au
  xtra.co.nz ymail.com`.split(/\s+/)
)
const MAIL_BRANDS = /^(aol|gmail|gmx|hotmail|live|msn|outlook|yahoo|yandex|zoho)\.([a-z]{2,3}|com?\.[a-z]{2})$/

/** Whether a domain is one under which everybody may have an address. */
export const isMailHost = (domain: string): boolean => MAIL_HOSTS.has(domain) || MAIL_BRANDS.test(domain)
