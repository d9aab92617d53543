import type * as en from "../en/settings.ts"
import { list, ltr, number, plural } from "./plural.ts"
import { credits } from "./shared.ts"

export * from "./fields.ts"

export const account: typeof en.account = {
  title: "إعدادات Inlay",
  doesNotOpen: "تعذّر فتحه",
  edit: "تعديل",
  editNamed: (name) => `تعديل ${ltr(name)}`,
  shownBelow: "معروض أدناه",
  add: (plugin, count) => `إضافة حساب${count === 0 ? "" : " آخر"}: ${plugin}`,
  newTitle: "حساب جديد",
  name: "الاسم",
  nameHelp: "ما تميّز به حساباتك: حروف لاتينية صغيرة وأرقام وشرطات.",
  mustBeName: `أدخل اسمًا من حروف لاتينية صغيرة وأرقام وشرطات، مثل ${ltr("team-a")}.`,
  nameTaken: (name) => `هناك حساب باسم ${ltr(name)} من قبل.`,
  kind: "طريقة الربط",
  choose: "اختر واحدًا",
  formTitle: (plugin) => `حساب ${plugin}`,
  formLead: "تذهب الطلبات من هذا المتصفح مباشرة إلى مزوّدك ولا تذهب إلى غيره.",
  required: "مطلوب",
  more: "إعدادات أخرى",
  proposed: "مقترح. غيّره، أو امسحه إن كنت لا تريد حدًا.",
  stored: "مخزّن. اتركه فارغًا للاحتفاظ به.",
  storedFile: "هناك ملف مخزّن. لا تختر ملفًا للاحتفاظ به.",
  international: (host) => `يعرف المتصفح هذا المضيف باسم ${ltr(host)}: تحقق من أنه المقصود.`,
  save: "حفظ وتحقق",
  saving: "جارٍ التحقق من الحساب…",
  saveAnyway: "الحفظ على أي حال",
  saved: "تم الحفظ. الحساب يعمل.",
  savedHere: "تم الحفظ.",
  savedUnchecked: "تم الحفظ رغم فشل التحقق.",
  notSaved: "لم يُحفظ بعد",
  correct: "صحّح الحقول المحددة أولًا.",
  correctIt: "صحّحه واحفظ مرة أخرى.",
  enterIt: "أدخله واحفظ مرة أخرى.",
  isMissing: (label) => `الحقل «${label}» ناقص.`,
  belongsToOld: (label) => `تغيّر العنوان، والحقل «${label}» يخص العنوان القديم.`,
  isWrong: (label, message) => `«${label}» ${message}.`,
  denied: (host) => `لا يُسمح لـ Inlay بعد بالوصول إلى ${ltr(host)}.`,
  deniedAdvice: "احفظ مرة أخرى واختر «السماح»: عندها يصل Inlay إلى هذا العنوان وحده.",

  mustNotBeEmpty: "مطلوب للربط.",
  mustBeAddress: `أدخل عنوانًا مثل ${ltr("https://api.provider.example/v1")}.`,
  mustBePlain: "احذف اسم المستخدم والاستعلام والجزء الذي بعد #.",
  mustBeHttps: `استخدم https. أما http فيعمل مع ${ltr("localhost")} و${ltr("127.0.0.1")} فقط.`,
  mustBeNumber: "أدخل رقمًا من 0 فأكثر، بلا فواصل آلاف.",
  keyForNewAddress: "تغيّر العنوان: أدخل المفتاح الخاص به.",

  setUpAgain: "أدخل إعداداته مرة أخرى واحفظ، أو أزله أدناه.",

  spendingOf: (name) => `إنفاق الحساب ${ltr(name)}`,
  today: (count) => `اليوم: ${credits(count)}`,
  todayHelp: "يُحسب بحسب اليوم العالمي (UTC)، لهذا المتصفح.",
  removeTitle: "إزالة الحساب",
  removeNamed: (name) => `إزالة الحساب ${ltr(name)}`,
  removeHelp: "يحذف المفتاح والإعدادات وكل إجابة محفوظة. ما أُنفق اليوم يبقى محسوبًا.",
  remove: "إزالة الحساب",
  removeSure: "هل تزيل المفتاح وكل ما حُفظ؟",
  removeYes: "نعم، أزله",
  removed: (name) => `أُزيل الحساب ${ltr(name)}.`,
  cancel: "إلغاء"
}

export const browserData: typeof en.browserData = {
  title: "كل ما في هذا المتصفح",
  lead: "الحسابات والإجابات المحفوظة والملاحظات والإنفاق والإعدادات. في الملف كل ذلك ما عدا المفاتيح ورموز الوصول.",
  save: "حفظ كملف JSON",
  saved: "تم الحفظ. المفاتيح ورموز الوصول ليست في الملف.",
  savedInPart: (stores) => `حُفظ جزئيًا: ينقص ما تلف وتعذّرت قراءته (${ltr(list(stores))}).`,
  erase: "محو كل شيء",
  eraseSure:
    "هل تمحو كل ما يخص Inlay في هذا المتصفح؟ تزول المفاتيح والحسابات والإجابات المحفوظة والملاحظات والإنفاق نهائيًا: تُحسب الحدود من الصفر، والاستعلام عن سجل مرة أخرى يكلّف مرة أخرى. يحتفظ المحور بما لديه: ألغِ اقتران هذا المتصفح هناك.",
  eraseYes: "نعم، امحُ كل شيء",
  erased: "لم يبق شيء من Inlay في هذا المتصفح",
  erasedInPart: "ما زال شيء من Inlay في هذا المتصفح",
  of: { rows: "السجلات", settings: "الإعدادات", origins: "العناوين المسموح بها" },
  left: (remaining, before) =>
    before === undefined ? `المتبقي ${number(remaining)}` : `المتبقي ${number(remaining)} من ${number(before)}`,
  restartWhy: "أُعيد العد بعد المحو. يجب أن تبدأ الإضافة من جديد قبل استخدامها."
}

export const sections: typeof en.sections = {
  label: "الأقسام",
  accounts: "الحسابات",
  hub: "المحور",
  place: "العرض",
  notifications: "الإشعارات",
  language: "اللغة",
  charges: "الإنفاق",
  data: "البيانات"
}

export const damaged: typeof en.damaged = {
  title: "تعذّرت قراءة الإعدادات",
  text: "حاول مرة أخرى أولًا. وإن استمر ذلك فاحفظ ما يمكن قراءته، وامحُ كل شيء أدناه، ثم اربط من جديد."
}

const accounts = (count: number, where: string): string =>
  plural(count, {
    zero: `لا حسابات ${where}`,
    one: `حساب واحد ${where}`,
    two: `حسابان ${where}`,
    few: `${number(count)} حسابات ${where}`,
    many: `${number(count)} حسابًا ${where}`,
    other: `${number(count)} حساب ${where}`
  })

export const hub: typeof en.hub = {
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
  spent: (name, spentToday) => `${ltr(name)}: اليوم ${spentToday}، من هذا المتصفح`,
  hubOnly: "عبر المحور فقط",
  pairAgain: "اقتران جديد",
  unpair: "إنهاء الاقتران",
  unpairSure: "هل تنهيه؟ ما يعمل عبر المحور سيعمل بهذا المتصفح وحده، حيث له حساب.",
  unpairYes: "نعم، أنهِه",
  ended: "انتهى الاقتران.",
  endedHere: "انتهى الاقتران في هذا المتصفح. تعذّر إبلاغ المحور: ألغِ اقتران هذا المتصفح هناك، في صفحة Agents."
}

export const languageChoice: typeof en.languageChoice = {
  asBrowser: "كما في المتصفح",
  help: "تسري على كل صفحات Inlay وعلى البطاقات في الصفحات التي تُفتح من الآن."
}

export const place: typeof en.place = {
  title: "مكان عرض الإجابة",
  agreement:
    "تمنع اتفاقية مستخدمي الشبكة المهنية إدراج عناصر في صفحاتها، والعضو الذي يستخدم أداة تفعل ذلك يخالفها. النافذة المنبثقة لا تُدرج شيئًا.",
  page: "في الصفحة وفي النافذة المنبثقة",
  pageHelp: "بطاقة في أسفل يمين الصفحة بعد النقر على «إثراء». تختفي عندما تنتقل.",
  stored: "تم الحفظ",
  popup: "في النافذة المنبثقة فقط",
  popupHelp: "لا يوضع شيء في أي صفحة."
}
