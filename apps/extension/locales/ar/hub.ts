import type * as en from "../en/hub.ts"
import type { Words } from "../words.ts"
import { ltr, number, plural } from "./plural.ts"

const accounts = (count: number, where: string): string =>
  plural(count, {
    zero: `لا حسابات ${where}`,
    one: `حساب واحد ${where}`,
    two: `حسابان ${where}`,
    few: `${number(count)} حسابات ${where}`,
    many: `${number(count)} حسابًا ${where}`,
    other: `${number(count)} حساب ${where}`
  })

export const hub: Words<typeof en.hub> = {
  title: "عبر محور",
  lead: "مع محور خاص بك تبقى المفاتيح هناك ولا شيء منها في هذا المتصفح، ويتشارك كل من يستخدمه الحدود والإجابات المدفوعة والتكاليف غير المحسومة.",
  address: "عنوان المحور",
  addressHelp: `كما يعرضه الأمر «${ltr("inlay serve")}»، مثل ${ltr("http://127.0.0.1:4670")}.`,
  code: "رمز الاقتران",
  codeHelp: "يظهر في وحدة تحكم المحور، في صفحة Agents. يصلح مرة واحدة لعشر دقائق.",
  needed: "مطلوب للاقتران.",
  pair: "اقتران",
  pairing: "جارٍ الاقتران…",
  allow: (host) => `السماح بالطلبات إلى ${ltr(host)}`,
  denied: (host) => `لا يُسمح لـ Inlay بعد بالوصول إلى ${ltr(host)}.`,
  deniedAdvice: "اقرن مرة أخرى واختر «السماح»: عندها يصل Inlay إلى هذا العنوان وحده.",
  paired: (host, version) => `مقترن بـ ${ltr(host)}، الإصدار ${ltr(version)}.`,
  name: (name) => `يسمّي المحور هذا المتصفح «${ltr(name)}». يُقيَّد ويُلغى في وحدة تحكمه، في صفحة Agents.`,
  ways: "طريقة تشغيل كل خدمة",
  notShared:
    "لهذا المتصفح وللمحور دفتران منفصلان: ما اشتراه أحدهما ليس عند الآخر. السؤال عن الشخص نفسه بالطريقتين يُدفع ثمنه مرتين.",
  direct: "بهذا المتصفح وحده",
  here: (count) => accounts(count, "في هذا المتصفح"),
  through: "عبر المحور",
  atHub: (count) => (count === undefined ? "حساباته غير معروفة الآن" : accounts(count, "في المحور")),
  spent: (account, spentToday) => `${ltr(account)}: اليوم ${spentToday}، من هذا المتصفح`,
  hubOnly: "عبر المحور فقط",
  pairAgain: "اقتران جديد",
  unpair: "إنهاء الاقتران",
  unpairSure: "هل تنهيه؟ ما يعمل عبر المحور سيعمل بهذا المتصفح وحده، حيث له حساب.",
  unpairYes: "نعم، أنهِه",
  ended: "انتهى الاقتران.",
  endedHere: "انتهى الاقتران في هذا المتصفح. تعذّر إبلاغ المحور: ألغِ اقتران هذا المتصفح هناك، في صفحة Agents."
}
