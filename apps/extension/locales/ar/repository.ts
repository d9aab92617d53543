import type * as en from "../en/repository.ts"
import { clock } from "./figures.ts"
import { runState } from "./line.ts"
import { ltr, number, plural, rtl } from "./plural.ts"

const minutes = (count: number): string =>
  plural(count, {
    one: "دقيقة واحدة",
    two: "دقيقتين",
    few: `${number(count)} دقائق`,
    many: `${number(count)} دقيقة`,
    other: `${number(count)} دقيقة`
  })

const seconds = (count: number): string =>
  plural(count, {
    one: "ثانية واحدة",
    two: "ثانيتين",
    few: `${number(count)} ثوانٍ`,
    many: `${number(count)} ثانية`,
    other: `${number(count)} ثانية`
  })

const numbered = (count: number): string => ltr(`#${count}`)

export const repository: typeof en.repository = {
  elsewhere: "في صفحة مستودع من منصة برمجية مرتبطة تظهر هنا عمليات تشغيله ومشغّلاته.",
  notConnected: "لا يوجد حساب مرتبط في منصة برمجية.",
  notConnectedLead: "برمز وصول أو عبر محور يظهر هنا ما ينتظرك، وكذلك عمليات التشغيل والمشغّلات.",
  connect: "ربط حساب",
  loading: "جارٍ قراءة المستودع…",
  subtitle: (branch, pushed, login) =>
    rtl(
      [
        branch === null ? null : ltr(branch),
        pushed === null ? null : `آخر دفع ${pushed}`,
        login === "" ? null : `باسم ${ltr(login)}`
      ]
        .filter((part) => part !== null)
        .join(" · ")
    ),
  account: (name, isAtHub) => (isAtHub ? `${ltr(name)} في المحور` : name),
  by: "الحساب",
  invisible: (account) => `لا يرى الحساب ${account} هذا المستودع. تحقق من رمزه ومن صلاحياته.`,
  archived: "مؤرشف: يمكن قراءته ولا يمكن تغييره.",
  newTab: "يفتح علامة تبويب جديدة",
  retryIn: (time) => `يمكن السؤال مرة أخرى بعد ${time}.`,
  seconds: (count) => (count < 120 ? seconds(count) : minutes(Math.ceil(count / 60))),
  needed: (right) => `المطلوب: ${ltr(right)}.`,
  mayBeDone: "ربما تم ذلك: راجع الصفحة قبل أن تكرره.",
  sent: (when) => `أُرسل ${when}.`,
  unanswered: "لا يُعرف الجواب: راجع الصفحة قبل أن ترسله مرة أخرى.",
  cancel: "إلغاء"
}

export const needs: typeof en.needs = {
  title: "بانتظارك",
  count: (count) =>
    plural(count, {
      zero: "لا شيء ينتظرك",
      one: "شيء واحد ينتظرك",
      two: "شيئان ينتظرانك",
      few: `${number(count)} أشياء تنتظرك`,
      many: `${number(count)} شيئًا ينتظرك`,
      other: `${number(count)} شيء ينتظرك`
    }),
  none: "لا شيء ينتظرك هنا.",
  failed: (workflow, branch) => `فشل ${ltr(workflow)}${branch === "" ? "" : ` على ${ltr(branch)}`}`,
  run: (run, event, actor, when) =>
    `${numbered(run)} · ${ltr(event)}${actor === "" ? "" : ` من ${ltr(actor)}`} · ${when}`,
  review: (title) => `مراجعة مطلوبة منك: ${title}`,
  thread: (thread, by, when) => `${numbered(thread)}${by === "" ? "" : ` من ${ltr(by)}`} · ${when}`,
  mention: (title) => `ذُكرتَ في: ${title}`,
  noMentions: "لا يجوز لهذا الرمز قراءة الإشعارات، لذلك لا يظهر من ذكرك: الرمز التقليدي يجوز له ذلك.",
  more: (count) =>
    plural(count, {
      one: "شيء آخر",
      two: "شيئان آخران",
      few: `${number(count)} أشياء أخرى`,
      many: `${number(count)} شيئًا آخر`,
      other: `${number(count)} شيء آخر`
    }),
  rerun: "إعادة التشغيل…",
  rerunSure: (run, name, who) => `هل تُعاد المهام الفاشلة من ${ltr(run)} في ${ltr(name)}، ${who}؟`,
  rerunYes: "نعم، أعد التشغيل",
  rerunDone: "بدأ التشغيل من جديد.",
  reply: "رد…",
  replyTo: (thread) => `تعليق على ${numbered(thread)}`,
  replySure: (thread, name, who) => `هل تعلّق على ${numbered(thread)} في ${ltr(name)}، ${who}؟`,
  replyYes: "نعم، علّق",
  replyDone: "أُضيف التعليق.",
  send: "تعليق"
}

export const who: typeof en.who = {
  as: (login, account) => (login === "" ? `بالحساب ${ltr(account)}` : `باسم ${ltr(login)} (الحساب ${ltr(account)})`)
}

export const triggers: typeof en.triggers = {
  title: "المشغّلات",
  instant: "فورًا، عبر محورك",
  asked: "عبر محورك",
  polled: (every) => `يُفحص من هنا كل ${every}`,
  notWatched: "غير مراقَب",
  starts: (count) => {
    const starts = plural(count, {
      zero: "لا عمليات بدء",
      one: "عملية بدء واحدة",
      two: "عمليتا بدء",
      few: `${number(count)} عمليات بدء`,
      many: `${number(count)} عملية بدء`,
      other: `${number(count)} عملية بدء`
    })
    return `${starts} في 24 ساعة`
  },
  count: (count) => number(count),
  line: (trigger, agent) => rtl(`${ltr(trigger)} ← ${ltr(agent)}`),
  fired: (when) => `انطلق ${when}`,
  never: "لم ينطلق بعد",
  off: "متوقف",
  hubSays: "يقول المحور:",
  givenUp: (count) =>
    plural(count, {
      one: "تُخلّي عن عملية بدء واحدة: أعد إرسالها في وحدة تحكم المحور.",
      two: "تُخلّي عن عمليتي بدء: أعد إرسالهما في وحدة تحكم المحور.",
      few: `تُخلّي عن ${number(count)} عمليات بدء: أعد إرسالها في وحدة تحكم المحور.`,
      many: `تُخلّي عن ${number(count)} عملية بدء: أعد إرسالها في وحدة تحكم المحور.`,
      other: `تُخلّي عن ${number(count)} عملية بدء: أعد إرسالها في وحدة تحكم المحور.`
    }),
  unreadable: (count) =>
    plural(count, {
      one: "تعذّرت قراءة حدث واحد للحساب.",
      two: "تعذّرت قراءة حدثين للحساب.",
      few: `تعذّرت قراءة ${number(count)} أحداث للحساب.`,
      many: `تعذّرت قراءة ${number(count)} حدثًا للحساب.`,
      other: `تعذّرت قراءة ${number(count)} حدث للحساب.`
    }),
  polledWay: "يفحصه المحور",
  state: { pending: "في الانتظار", delivered: "وصل", dead: "فشل الوكيل", skipped: "تم تخطيه" },
  sendAgain: "إرسال مرة أخرى…",
  sendAgainSure: (line, name, account) =>
    `هل يُشغَّل الوكيل مرة أخرى بآخر حدث من ${line} في ${ltr(name)} (الحساب ${ltr(account)})؟`,
  sendAgainYes: "نعم، أعد الإرسال",
  sentAgain: "أُرسل مرة أخرى.",
  notSentAgain: "لم يُرسل شيء مرة أخرى: هذا الحدث في طريقه إلى الوكيل.",
  switch: { on: "مفعّل", off: "متوقف" },
  find: "البحث عن مشغّل",
  matchCount: (count, all) => `${number(count)} من أصل ${number(all)}`,
  more: (count) => `عرض ${number(count)} أخرى`,
  none: "لا حدث هنا يشغّل وكيلًا بعد.",
  add: "مراقبة شيء هنا…",
  addTitle: "مراقبة شيء هنا",
  what: "ماذا",
  choose: "اختر واحدًا",
  agent: "عنوان الوكيل",
  agentHelp: "إليه يرسل المحور كل حدث موقَّعًا. عبر https، أو http على هذا الجهاز.",
  filters: "فقط إذا",
  several: `واحد أو أكثر، بينها فواصل لاتينية. العلامة ${ltr("*")} تعني أي شيء.`,
  any: "أي قيمة",
  yes: "نعم",
  no: "لا",
  test: "تجربة",
  switchOn: "تفعيل",
  notOfRepository: "هذا لا يخص مستودعًا واحدًا: اشترك فيه من وحدة تحكم المحور.",
  trial: (starting, all) =>
    all === 0
      ? "لم يحدث شيء من هذا هنا بعد على حد علم المحور."
      : all === 1
        ? starting === 1
          ? "الحدث الأخير كان سيشغّله."
          : "الحدث الأخير ما كان ليشغّله."
        : `من آخر الأحداث (${number(all)}) كان سيشغّله: ${number(starting)}.`,
  added: "تم التفعيل. بهذا السر يتحقق الوكيل مما يصله، ولا يُعرض مجددًا بعد «تم»:",
  mayBeAdded: "ربما تم تفعيله: راجع القائمة قبل أن تكرر ذلك. إن كان فيها، فاطلب له سرًا جديدًا في وحدة تحكم المحور.",
  copySecret: "نسخ",
  copied: "تم النسخ",
  notCopied: "لا يسمح المتصفح بالنسخ: حدّد السر وانسخه بنفسك.",
  done: "تم",
  live: (trigger, title) => (title === "" ? ltr(trigger) : rtl(`${ltr(trigger)}: ${title}`)),
  watch: "المراقبة من هنا",
  unwatch: "إيقاف المراقبة",
  watchHelp:
    "القضايا وطلبات الدمج الجديدة وعمليات التشغيل الفاشلة ومن ذكرك، بعُشر حد الحساب على الأكثر. المحور يخبرك فورًا ويشغّل الوكلاء.",
  nothingSeen: "لا جديد منذ بدء المراقبة.",
  failing: "لم ينجح آخر فحص إلا جزئيًا.",
  unreachable: {
    noAccess: "لم يعد الحساب يرى هذا المستودع: تحقق من رمزه ومن صلاحياته.",
    moved: "أُعيدت تسمية المستودع أو نُقل: راقبه من صفحته الجديدة.",
    denied: "لم يعد المتصفح يسمح بالطلبات إلى هذه الخدمة: افتح الإعدادات واحفظ حسابها من جديد."
  },
  lost: "انقطعت التحديثات المباشرة؛ وستتابع من تلقاء نفسها."
}

export const runs: typeof en.runs = {
  title: "عمليات التشغيل",
  all: "الكل",
  none: "لم يُشغَّل هنا أي سير عمل بعد.",
  line: (workflow, run) => ltr(`${workflow} #${run}`),
  running: (duration) => `يعمل منذ ${duration}`,
  waiting: "في الانتظار",
  state: runState
}

export const foot: typeof en.foot = {
  left: (left, limit) => `المتبقي ${number(left)} من ${number(limit)}`,
  full: (iso) => `يكتمل من جديد الساعة ${clock(iso)}`,
  unlimited: "بلا حد للطلبات",
  star: "نجمة",
  starSure: (name, as) => `هل تمنح ${ltr(name)} نجمة، ${as}؟`,
  starYes: "نعم، امنح نجمة",
  starred: "مُنحت النجمة",
  dispatch: "تشغيل سير عمل…",
  workflow: "سير العمل",
  branch: "الفرع أو العلامة",
  start: "تشغيل",
  noWorkflows: "لا يوجد هنا سير عمل مفعّل.",
  dispatchSure: (workflow, ref, name, as) => `هل يُشغَّل ${ltr(workflow)} على ${ltr(ref)} في ${ltr(name)}، ${as}؟`,
  dispatchYes: "نعم، شغّل",
  dispatched: "بدأ التشغيل."
}
