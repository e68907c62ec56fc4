package io.smartt.p4.info;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.MeterInfo;
import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.ActionRefInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import org.p4.config.v1.Action;
import org.p4.config.v1.ActionProfile;
import org.p4.config.v1.ControllerPacketMetadata;
import org.p4.config.v1.MatchField;
import org.p4.config.v1.MeterSpec;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4NamedType;
import org.p4.config.v1.Preamble;
import org.p4.config.v1.Table;

/** Turns a P4Info message into records, following its references. */
final class P4InfoIndexer {
  private final P4Info message;
  private final P4Objects<ActionInfo> actions;
  private final P4Objects<ActionProfileInfo> profiles;
  private final P4Objects<CounterInfo> counters;
  private final P4Objects<MeterInfo> meters;

  P4InfoIndexer(P4Info message) {
    this.message = message;
    actions = index("action", message.getActionsList(), P4InfoIndexer::action);
    profiles =
        index("action profile", message.getActionProfilesList(), P4InfoIndexer::actionProfile);
    counters = new P4Objects<>("counter", counters(message));
    meters = new P4Objects<>("meter", meters(message));
  }

  P4InfoIndex index() {
    return new P4InfoIndex(
        message,
        index("table", message.getTablesList(), this::table),
        actions,
        profiles,
        counters,
        meters,
        index(
            "register",
            message.getRegistersList(),
            r ->
                new P4InfoIndex.RegisterInfo(
                    r.getPreamble().getId(),
                    r.getPreamble().getName(),
                    alias(r.getPreamble()),
                    r.getTypeSpec(),
                    r.getSize())),
        index(
            "value set",
            message.getValueSetsList(),
            v ->
                new P4InfoIndex.ValueSetInfo(
                    v.getPreamble().getId(),
                    v.getPreamble().getName(),
                    alias(v.getPreamble()),
                    matchFields("value set", v.getPreamble(), v.getMatchList()),
                    v.getSize())),
        index(
            "digest",
            message.getDigestsList(),
            d ->
                new P4InfoIndex.DigestInfo(
                    d.getPreamble().getId(),
                    d.getPreamble().getName(),
                    alias(d.getPreamble()),
                    d.getTypeSpec())),
        index(
            "controller header",
            message.getControllerPacketMetadataList(),
            P4InfoIndexer::controllerHeader));
  }

  private P4InfoIndex.TableInfo table(Table table) {
    Preamble preamble = table.getPreamble();
    List<Integer> direct = table.getDirectResourceIdsList();
    List<ActionRefInfo> refs =
        table.getActionRefsList().stream()
            .map(ref ->
                new ActionRefInfo(
                    resolve(actions, ref.getId(), preamble),
                    switch (ref.getScope()) {
                      case TABLE_ONLY -> ActionRefInfo.Scope.TABLE_ONLY;
                      case DEFAULT_ONLY -> ActionRefInfo.Scope.DEFAULT_ONLY;
                      case TABLE_AND_DEFAULT, UNRECOGNIZED -> ActionRefInfo.Scope.TABLE_AND_DEFAULT;
                    }))
            .toList();
    return new P4InfoIndex.TableInfo(
        preamble.getId(),
        preamble.getName(),
        alias(preamble),
        matchFields("table", preamble, table.getMatchFieldsList()),
        new P4Objects<>("action of table " + preamble.getName(), refs),
        table.getSize(),
        reference(profiles, table.getImplementationId(), preamble),
        new TableInfo.PerEntry(
            direct.stream().flatMap(id -> counters.find(id).stream()).findFirst(),
            direct.stream().flatMap(id -> meters.find(id).stream()).findFirst(),
            table.getIdleTimeoutBehavior() == Table.IdleTimeoutBehavior.NOTIFY_CONTROL),
        new TableInfo.DefaultAction(
            reference(actions, table.getConstDefaultActionId(), preamble),
            reference(actions, table.getInitialDefaultAction().getActionId(), preamble)),
        given(table));
  }

  private static TableInfo.GivenEntries given(Table table) {
    if (table.getIsConstTable()) {
      return TableInfo.GivenEntries.CONSTANT;
    }
    return table.getHasInitialEntries()
        ? TableInfo.GivenEntries.INITIAL
        : TableInfo.GivenEntries.NONE;
  }

  private static ActionInfo action(Action action) {
    Preamble preamble = action.getPreamble();
    return new ActionInfo(
        preamble.getId(),
        preamble.getName(),
        alias(preamble),
        new P4Objects<>(
            "parameter of action " + preamble.getName(),
            action.getParamsList().stream()
                .map(p -> param(preamble, p.getId(), p.getName(), p.getBitwidth(), p.getTypeName()))
                .toList()));
  }

  private static ActionInfo.ParamInfo param(
      Preamble owner, int id, String name, int width, P4NamedType type) {
    return new ActionInfo.ParamInfo(id, name, width(width, owner, name), typeName(type));
  }

  private static ActionProfileInfo actionProfile(ActionProfile profile) {
    Preamble preamble = profile.getPreamble();
    boolean byMembers = profile.hasSumOfMembers();
    int maxWeight = profile.getSumOfMembers().getMaxMemberWeight();
    return new ActionProfileInfo(
        preamble.getId(),
        preamble.getName(),
        alias(preamble),
        profile.getTableIdsList(),
        profile.getWithSelector(),
        profile.getSize(),
        profile.getMaxGroupSize(),
        byMembers
            ? ActionProfileInfo.SizeSemantics.SUM_OF_MEMBERS
            : ActionProfileInfo.SizeSemantics.SUM_OF_WEIGHTS,
        byMembers && maxWeight > 0 ? OptionalInt.of(maxWeight) : OptionalInt.empty(),
        profile.getWeightsDisallowed());
  }

  private static List<CounterInfo> counters(P4Info message) {
    return Stream.concat(
            message.getCountersList().stream()
                .map(c -> counter(c.getPreamble(), c.getSize(), OptionalInt.empty())),
            message.getDirectCountersList().stream()
                .map(c -> counter(c.getPreamble(), 0, OptionalInt.of(c.getDirectTableId()))))
        .toList();
  }

  private static CounterInfo counter(Preamble preamble, long size, OptionalInt table) {
    return new CounterInfo(preamble.getId(), preamble.getName(), alias(preamble), size, table);
  }

  private static List<MeterInfo> meters(P4Info message) {
    return Stream.concat(
            message.getMetersList().stream()
                .map(m -> meter(m.getPreamble(), m.getSpec(), m.getSize(), OptionalInt.empty())),
            message.getDirectMetersList().stream()
                .map(m ->
                    meter(m.getPreamble(), m.getSpec(), 0, OptionalInt.of(m.getDirectTableId()))))
        .toList();
  }

  private static MeterInfo meter(Preamble preamble, MeterSpec spec, long size, OptionalInt table) {
    MeterInfo.Type type =
        switch (spec.getType()) {
          case SINGLE_RATE_THREE_COLOR -> MeterInfo.Type.SINGLE_RATE_THREE_COLOR;
          case SINGLE_RATE_TWO_COLOR -> MeterInfo.Type.SINGLE_RATE_TWO_COLOR;
          case TWO_RATE_THREE_COLOR, UNRECOGNIZED -> MeterInfo.Type.TWO_RATE_THREE_COLOR;
        };
    return new MeterInfo(preamble.getId(), preamble.getName(), alias(preamble), type, size, table);
  }

  private static P4InfoIndex.ControllerHeaderInfo controllerHeader(
      ControllerPacketMetadata header) {
    Preamble preamble = header.getPreamble();
    return new P4InfoIndex.ControllerHeaderInfo(
        preamble.getId(),
        preamble.getName(),
        alias(preamble),
        new P4Objects<>(
            "metadata of controller header " + preamble.getName(),
            header.getMetadataList().stream()
                .map(m -> param(preamble, m.getId(), m.getName(), m.getBitwidth(), m.getTypeName()))
                .toList()));
  }

  private static P4Objects<MatchFieldInfo> matchFields(
      String kind, Preamble owner, List<MatchField> fields) {
    return new P4Objects<>(
        "match field of " + kind + " " + owner.getName(),
        fields.stream()
            .map(f ->
                new MatchFieldInfo(
                    f.getId(),
                    // p4c gives the value of a value set that is no struct no name.
                    f.getName().isEmpty() ? "#" + Integer.toUnsignedString(f.getId()) : f.getName(),
                    width(f.getBitwidth(), owner, f.getName()),
                    switch (f.getMatchType()) {
                      case EXACT -> MatchFieldInfo.MatchKind.EXACT;
                      case LPM -> MatchFieldInfo.MatchKind.LPM;
                      case TERNARY -> MatchFieldInfo.MatchKind.TERNARY;
                      case RANGE -> MatchFieldInfo.MatchKind.RANGE;
                      case OPTIONAL -> MatchFieldInfo.MatchKind.OPTIONAL;
                      case UNSPECIFIED, UNRECOGNIZED -> MatchFieldInfo.MatchKind.OTHER;
                    },
                    typeName(f.getTypeName())))
            .toList());
  }

  private static <M, T extends P4Object> P4Objects<T> index(
      String kind, List<M> messages, Function<M, T> toInfo) {
    return new P4Objects<>(kind, messages.stream().map(toInfo).toList());
  }

  /** Id 0 means that there is none. */
  private static <T extends P4Object> Optional<T> reference(
      P4Objects<T> objects, int id, Preamble table) {
    return id == 0 ? Optional.empty() : Optional.of(resolve(objects, id, table));
  }

  private static <T extends P4Object> T resolve(P4Objects<T> objects, int id, Preamble table) {
    return objects
        .find(id)
        .orElseThrow(() ->
            new P4InfoReader.InvalidP4InfoException(
                "table %s refers to id %s, which P4Info does not define"
                    .formatted(table.getName(), Integer.toUnsignedString(id))));
  }

  private static String alias(Preamble preamble) {
    return preamble.getAlias().isEmpty() ? preamble.getName() : preamble.getAlias();
  }

  private static Optional<String> typeName(P4NamedType type) {
    return type.getName().isEmpty() ? Optional.empty() : Optional.of(type.getName());
  }

  private static int width(int bits, Preamble owner, String name) {
    if (bits < 0) {
      throw new P4InfoReader.InvalidP4InfoException(
          "%s: %s has a width of %d bits".formatted(owner.getName(), name, bits));
    }
    return bits;
  }
}
