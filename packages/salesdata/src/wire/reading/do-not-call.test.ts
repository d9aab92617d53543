/** Which numbers a do-not-call mark is about, wherever a provider writes it. */
import { describe, expect, it } from "vitest"

import { readCompany, readPerson } from "../../../tests/readings.ts"

const MOBILE = "+61 491 570 156"
const OTHER = "+61 8 5550 1000"

const marksOf = (body: unknown) =>
  Object.fromEntries(readPerson(body)?.value.phones.map(({ value, doNotCall }) => [value, doNotCall]) ?? [])

/** The marks of the mobile number and the other one. */
const of = (fields: object) => {
  const marks = marksOf({ full_name: "Jane Doe", mobile: MOBILE, phone: OTHER, ...fields })
  return [marks[MOBILE], marks[OTHER]]
}

describe("a mark that names a number", () => {
  it.each([
    [{ mobile_dnc: true }, [true, null]],
    [{ mobilePhoneDoNotCall: true, phone_do_not_call: false }, [true, false]],
    [{ mobile_dncr_status: "registered" }, [true, null]],
    [{ isMobileDnc: "no", dnc_phone: "Y" }, [false, true]],
    [{ do_not_call: { mobile: true, phone: false } }, [true, false]],
    [{ mobile_callable: false }, [true, null]],
    [{ mobile_dnc: true, dnc: false }, [true, false]],
    // A number that is not there: the mark may be about any, but it clears none.
    [{ mobilePhoneDoNotCall: false, directPhoneDoNotCall: true }, [false, true]],
    [{ direct_dial_dnc: false }, [null, null]],
    [{ mobile_dnd: true, phone_is_dnd: false }, [true, false]]
  ])("%j is about that number: mobile and phone are %j", (fields, expected) => expect(of(fields)).toEqual(expected))

  it.each(["mobile", "Cell", "cellphone"])("is about the numbers of that kind in a list: %s", (type) => {
    const phones = [{ number: MOBILE, type }, OTHER]
    expect(marksOf({ full_name: "Jane Doe", phones, mobile_dnc: true })).toEqual({ [MOBILE]: true, [OTHER]: null })
  })
})

describe("a mark in a block", () => {
  it.each([
    { contact: { mobile: MOBILE, compliance: { status: "dnc" } } },
    { contact: { mobile: MOBILE, flags: { dnc: true } } },
    { contact_info: { mobile: MOBILE, flags: { dnc: true } } },
    { details: { phones: [MOBILE], privacy: { dnd: { listed: true } } } },
    { phones: { mobile: MOBILE, flags: { dnc: true } } },
    { phones: { mobile: [{ value: MOBILE }], flags: ["dnc"], dnc: true } },
    { phones: { mobile: { number: MOBILE, flags: { dnc: true } }, direct: { number: OTHER, dnc: false } } }
  ])("%j is about its numbers", (fields) => {
    const marks = marksOf({ full_name: "Jane Doe", ...fields })
    expect(marks[MOBILE]).toBe(true)
    expect(marks[OTHER]).toBe(JSON.stringify(fields).includes(OTHER) ? false : undefined)
    expect(Object.keys(marks).filter((number) => number !== MOBILE && number !== OTHER)).toEqual([])
  })
})

describe("any other mark", () => {
  it.each([
    { compliance: { do_not_call: true } },
    { contact: { dnc: "Y" } },
    { dncr_result: "match" },
    { us_federal_dnc: true },
    { us_mobile_dnc: true },
    { do_not_contact: true },
    { do_not_call: [MOBILE] },
    { callable: false },
    { can_call: "no" },
    { company_phone_dnc: true },
    { dnd: "yes" },
    { dnd: { callable: "" } },
    { ok_to_call: false },
    { contactable: false },
    { isContactable: "no" },
    { can_contact: false },
    { email: { value: "jane@firm.example", can_call: false } },
    { email_preferences: { dnc: { clean: false } } },
    { dnc_clean: false },
    { dnc_verified: true },
    { dnc_cleared: "N" },
    { dnc_status_cd: "found" },
    { call_status: "do_not_call" },
    { contact_status: "Do Not Contact" },
    { dncr_washed: "listed" },
    { dncr_washed: "listed 2026-01-01" },
    { dnc_listed_at: "2026-01-01" },
    { is_dnd: true },
    { tags: ["DND"] },
    { do_not_disturb: true }
  ])("%j is about all numbers", (fields) => expect(of(fields)).toEqual([true, true]))

  it.each([
    { compliance: { do_not_call: false } },
    { dncr_result: "no match" },
    { dnc_wash: "clean" },
    { dnc_flag: "f" },
    { dnc: "OK" },
    { dnc_status: "callable" },
    { dnc_status: "clear" },
    { dnc_status: "safe" },
    { dnc_status: "washed - clear" },
    { dnc_status: "not found" },
    { dnc_status: "unlisted" }
  ])("%j clears all numbers", (fields) => expect(of(fields)).toEqual([false, false]))

  it.each([
    { us_federal_dnc: false },
    { do_not_contact: false },
    { callable: true },
    { dncr_checked_at: "2026-01-01" },
    { dnc_screened_date: "2026-01-01" },
    { do_not_call_updated_time: "2026-01-01" },
    { dnc: { status: null, source: "ACMA" } },
    { dnc_status: "no_status" },
    { dnc: "No value" },
    { do_not_call: [] },
    { dnc_washed: true },
    { dnc_washed: false },
    { is_dnc_checked: true },
    { dnc_checked: "yes" },
    { dnc_washed: "2026-01-01T00:00:00Z" },
    { dnc_washed: 1767225600000 },
    { dnc_wash_date: "2026-01-01" },
    { dncr_last_checked: "01/01/2026" },
    { dnc_clean: true },
    { dnc_cleared: "Y" },
    { contactable: true },
    { dnc_status_cd: "not_found" },
    { email_contact_status: "do not contact" },
    { company: { name: "Acme", do_not_call: true } },
    { email: { value: "jane@firm.example", contactable: false } },
    { email: { value: "jane@firm.example", do_not_call: null } }
  ])("%j says nothing about them", (fields) => expect(of(fields)).toEqual([null, null]))

  it.each([
    [{ dnc_reference: "AB-12" }, [true, true]],
    [{ dnc_reference: "AB-12", dnc: false }, [false, false]],
    [{ dnc_reference: "AB-12", dnc: null }, [true, true]],
    [{ dnc_reference: "AB-12", dnc: "unclear" }, [true, true]]
  ])("of an unknown name and value counts only if nothing else says it: %j is %j", (fields, expected) => {
    expect(of(fields)).toEqual(expected)
  })

  it.each([{ do_not_call: true }, { opted_out: "yes" }, { flags: ["DNC"] }, { compliance: [{ type: "do_not_call" }] }])(
    "of the person counts at a number that is on no register, too: %j",
    (fields) => {
      const phones = [{ number: MOBILE, dnc: false }, OTHER]
      expect(marksOf({ full_name: "Jane Doe", phones, ...fields })).toEqual({ [MOBILE]: true, [OTHER]: true })
    }
  )

  it("that cannot be read, of an unknown name, is no such mark of the person", () => {
    const phones = [{ number: MOBILE, dnc: false }, OTHER]
    const marks = marksOf({ full_name: "Jane Doe", phones, dnc_notice: "Check before you call." })
    expect(marks).toEqual({ [MOBILE]: false, [OTHER]: true })
  })

  it("counts beside the record", () => {
    expect(marksOf({ person: { full_name: "Jane Doe", phones: [MOBILE] }, do_not_call: true })).toEqual({
      [MOBILE]: true
    })
  })

  it.each([
    [{ dncr_result: "match" }, true],
    [{ callable: false }, true],
    [{ can_call: "maybe" }, true],
    [{ doNotContact: true }, true],
    [{ dncr_registered: false, dncr_washed_on: "2026-01-01" }, false],
    [{ dnc: false, dnc_washed: true }, false],
    [{ dnc: true, dnc_washed: true }, true]
  ])("in a number's own object is about that number: %j is %j", (fields, doNotCall) => {
    const phones = [{ number: MOBILE, ...fields }, OTHER]
    expect(marksOf({ full_name: "Jane Doe", phones })).toEqual({ [MOBILE]: doNotCall, [OTHER]: null })
  })
})

describe("a mark that is a value", () => {
  it.each([
    { flags: ["DO_NOT_CALL"] },
    { tags: ["customer", "do not call"] },
    { labels: [{ name: "DNC registered" }] },
    { status: "DNC" },
    { compliance: "doNotCall" },
    { flags: ["Opted out"] }
  ])("%j is about all numbers", (fields) => expect(of(fields)).toEqual([true, true]))

  it.each([
    [{ tags: ["no phone calls"] }, [true, true]],
    [{ restrictions: ["DNC"] }, [true, true]],
    [{ flags: ["DNC cleared", "DNC unknown", "removed from DNC", "never opted out"] }, [null, null]],
    [{ tags: ["opted out of texts", "unsubscribed from fax"] }, [null, null]],
    [{ mobile_status: "DNC" }, [true, null]],
    [{ flags: ["mobile_dnc"] }, [true, null]],
    [{ flags: ["mobileDnc"] }, [true, null]],
    [{ flags: ["not on the DNC list"] }, [null, null]],
    [{ tags: ["DNC checked", "non-DNC", "unsubscribed from emails"] }, [null, null]],
    [{ status: "active", type: "person", flags: [], tags: "vip" }, [null, null]],
    [{ email_status: "opted out" }, [null, null]],
    [{ email: { value: "jane@firm.example", status: "opted out" } }, [null, null]],
    [{ sms: { status: "opted out" } }, [null, null]]
  ])("%j says of mobile and phone %j", (fields, expected) => expect(of(fields)).toEqual(expected))

  it.each([
    { compliance: [{ type: "do_not_call" }] },
    { compliance: [{ code: "DNC", source: "ACMA", checked: true }] },
    { flags: [{ name: "do_not_call", value: true }] },
    { flags: [{ key: "vip" }, { key: "dnc", value: "listed" }] },
    { flags: [{ type: "text", name: "DNC", value: true }] },
    { restrictions: [{ do_not_call: true }] },
    { restrictions: [{ do_not_call: "Y" }] },
    { restrictions: [{ phone_opt_out: true }] },
    { tags: [{ channel: "phone", status: "opted_out" }] },
    { contact: { compliance: [{ type: "do_not_call" }] } }
  ])("in an item of a list is about all numbers: %j", (fields) => expect(of(fields)).toEqual([true, true]))

  it.each([
    { flags: [{ name: "do_not_call", value: false }] },
    { flags: [{ name: "do_not_call", value: "not listed" }] },
    { compliance: [{ type: "dnc", status: "clear" }] },
    { compliance: [{ code: "DNC", is_listed: false }] },
    { tags: [{ type: "email", status: "do not contact" }] },
    { compliance: [{ type: "dnc_checked" }] },
    { tags: [{ channel: "email", status: "opted_out" }] },
    { tags: [{ type: "email", opted_out: true }] }
  ])("in an item that says no, or of another channel, says nothing: %j", (fields) =>
    expect(of(fields)).toEqual([null, null])
  )

  it.each([
    { status: "DNC" },
    { compliance: [{ type: "do_not_call" }] },
    { type: "mobile (do not call)" },
    { tags: ["dnc"] },
    { compliance: { dnc: "Y" } },
    { opted_out: true }
  ])("%j in a number's own object is about that number", (fields) => {
    const phones = [{ number: MOBILE, ...fields }, OTHER]
    expect(marksOf({ full_name: "Jane Doe", phones })).toEqual({ [MOBILE]: true, [OTHER]: null })
  })

  it.each([
    { compliance: { do_not_call: true } },
    { consent: { phone: "withdrawn" } },
    { permissions: { phone_opt_out: true } },
    { suppression: { dnc: true } },
    { regulatory: { dnc: true } },
    { preferences: { opted_out: "yes" } },
    { flags: ["DO_NOT_CALL"] }
  ])("%j beside the record is about its numbers", (fields) => {
    expect(marksOf({ person: { full_name: "Jane Doe", phones: [MOBILE] }, ...fields })).toEqual({ [MOBILE]: true })
  })

  it("of somebody beside the record says nothing about it", () => {
    const jane = { full_name: "Jane Doe", job_title: "Head of Sales", phones: [MOBILE] }
    const other = { full_name: "Ravi Rao", do_not_call: false, opted_out: true }
    expect(marksOf({ person: jane, assistant: other })).toEqual({ [MOBILE]: null })
  })
})

it.each([
  { flags: [{ type: "vip", value: { toString: 1 } }, { note: { toString: 1 } }] },
  { dnc_checked_by: "Bob", dnc_checked: { toString: 1 } },
  { opted_out: [{ toString: 1 }], email: { value: "jane@firm.example", status: { toString: 1 } } },
  { phones: [{ type: { toString: 1 } }] }
])("is read beside an object that cannot be a text: %j", (fields) =>
  expect(of({ ...fields, do_not_call: true })).toEqual([true, true])
)

describe("an opt-out", () => {
  it.each([
    { opted_out: true },
    { suppressed: "yes" },
    { isSuppressed: 1 },
    { phone_opt_out: true },
    { email_and_phone_opt_out: true },
    { text_and_voice_opt_out: true },
    { mail_and_tele_opt_out: true },
    { unsubscribed: true },
    { opted_out_of_calls: "Y" },
    { opted_out_at: "2026-01-01" },
    { opt_out: { phone: true, email: false } },
    { consent: { phone: "withdrawn" } },
    { phone_consent: false },
    { consent_status: "revoked" },
    { consent_status: ["revoked"] },
    { consent_status: "denied" },
    { consent_status: "declined" },
    { consent_status: "objected" },
    { call_consent: "opted out" },
    { marketing: { opted_out: true } },
    { candidate_opted_out: true },
    { opted_out_account: true },
    { opt_out_of_contact: true },
    { opt_outs: ["email", "phone"] },
    { opted_out: [MOBILE] },
    { suppression_status: "active" },
    { opt_out_status: "pending" },
    { opt_out: "opted out by email" }
  ])("%j is about all numbers", (fields) => expect(of(fields)).toEqual([true, true]))

  it.each([
    { opted_out: false },
    { suppressed: null },
    { suppression_list: [] },
    { unsubscribe_url: "https://provider.example/u/1", opt_out_link: "provider.example/o" },
    { email_opt_out: true },
    { has_opted_out_of_email: true },
    { hs_email_optout: "true" },
    { sms_opt_out: true },
    { text_opt_out: true },
    { fax_opt_out: true },
    { allow_opt_out: true },
    { allows_suppression: true },
    { newsletter_unsubscribed: true },
    { opt_out: { email: true } },
    { suppression: { email: true } },
    { consent: { email: "withdrawn", phone: "granted" } },
    { email: { value: "jane@firm.example", opted_out: true } },
    { consent: true },
    { consent: false },
    { opt_out_status: "opted_in" },
    { opt_out_status: "active" },
    { opt_out: "in" },
    { unsubscribed: "subscribed" },
    { suppression_checked: true },
    { suppression: { checked: true } },
    { suppression_count: 3 },
    { compliance: { suppression_list_version: "2026-01" } },
    { suppressed_fields: ["personal_email"] },
    { opt_outs: ["email"] },
    { opt_out_method: "email" },
    { opt_out_source: "web form" },
    { opt_out_instructions: "Write to us" },
    { opt_out_policy: "Within 30 days" },
    { can_opt_out: true },
    { may_unsubscribe: "yes" },
    { unsubscribe: "https://provider.example/u/1" },
    { "List-Unsubscribe": "<mailto:u@provider.example>" },
    { opt_out: "provider.example/o" },
    { privacy: { opt_out: "https://provider.example/o" } },
    { privacy: { opt_out_contact: "privacy@provider.example" } },
    { privacy: { opt_out_contact: "Privacy team" } }
  ])("%j says nothing about them", (fields) => expect(of(fields)).toEqual([null, null]))

  it("names a number", () => expect(of({ mobile_opt_out: true })).toEqual([true, null]))

  it("that cannot be read is drift", () => {
    const driftOf = (opted_out: unknown) => readPerson({ full_name: "Jane Doe", mobile: MOBILE, opted_out })?.drift
    expect(driftOf("pending")).toEqual(["opted_out: expected yes or no, got string"])
    expect(driftOf("yes")).toEqual([])
  })
})

describe("a company's number", () => {
  it.each([
    [{ phone: OTHER }, null],
    [{ phone: OTHER, do_not_call: true }, true],
    [{ phone: OTHER, phone_dnc: "N" }, false],
    [{ phone: { number: OTHER, do_not_call: true } }, true],
    [{ phones: [{ number: OTHER, dnc: false }] }, false],
    [{ mobile: { number: MOBILE, dnc: true }, phone: OTHER, phones: [MOBILE] }, null],
    [{ primary_phone: { number: OTHER, source: "Owler" } }, null],
    [{ headquarters: { phone: OTHER, do_not_call: "yes" } }, true]
  ])("%j has the mark %j", (fields, phoneDoNotCall) => {
    expect(readCompany({ company: { name: "Acme", industry: "Wine", ...fields } })?.value).toMatchObject({
      phone: OTHER,
      phoneDoNotCall
    })
  })
})
