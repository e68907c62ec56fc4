package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** What is inserted by name leaves what a write of the same in messages leaves. */
class LocalInsertTest {
  private static final ActionCall FORWARD =
      new ActionCall("ingress.forward", List.of(Bits.of(2, 9), Bits.of(0x020000000002L, 48)));
  private static final ActionCall DROP = new ActionCall("ingress.drop", List.of());

  /** Of each kind; what is referred to comes last. */
  private static final List<P4Entity> GOOD =
      List.of(
          entry("ingress.exact", new MatchValue.Exact(Bits.of(7, 48)), FORWARD),
          entry(
              "ingress.routes",
              new MatchValue.Lpm(Bits.of(0x0a000000, 32), 8),
              new EntryTarget.Group(5)),
          entry("ingress.routes", new MatchValue.Any(), new EntryTarget.Member(2)),
          new P4Entity.DefaultEntry(
              "ingress.exact", new ActionCall("ingress.set_mark", List.of(Bits.of(9, 8)))),
          new P4Entity.Group(
              "ingress.ecmp", 5, List.of(new WeightedMember(2, 1), new WeightedMember(1, 3))),
          new P4Entity.Member("ingress.ecmp", 1, FORWARD),
          new P4Entity.Member("ingress.ecmp", 2, DROP));

  private final FakeDevice byName = new FakeDevice(1);
  private final FakeDevice byMessage = new FakeDevice(2);
  private final P4RuntimeService service =
      new P4RuntimeService(
          List.of(byName, byMessage), ServerUnderTest::load, P4RuntimeSettings.lenient());
  private final EntityCodec codec = new EntityCodec(ConformanceProgram.INDEX);

  private static P4Entity entry(String table, MatchValue key, EntryTarget target) {
    return entry(table, key, 0, target);
  }

  private static P4Entity entry(String table, MatchValue key, int priority, EntryTarget target) {
    return new P4Entity.Entry(TableEntry.of(table, List.of(key), priority, target));
  }

  static List<P4Entity> refused() {
    MatchValue key = new MatchValue.Exact(Bits.of(8, 48));
    MatchValue other = new MatchValue.Exact(Bits.of(3, 8));
    MatchValue prefix = new MatchValue.Lpm(Bits.of(0x0b000000, 32), 8);
    ActionCall nothing = new ActionCall("NoAction", List.of());
    return List.of(
        GOOD.getFirst(),
        GOOD.getLast(),
        GOOD.get(4),
        entry("ingress.exact", key, 4, FORWARD),
        entry("ingress.exact", key, nothing),
        new P4Entity.Entry(TableEntry.of("ingress.keyless", List.of(), 0, nothing)),
        entry("ingress.constant", other, FORWARD),
        entry("ingress.initial", other, DROP),
        entry("ingress.routes", prefix, FORWARD),
        entry("ingress.routes", prefix, new EntryTarget.Member(3)),
        entry("ingress.routes", prefix, new EntryTarget.Group(6)),
        entry("ingress.indirect", other, new EntryTarget.Group(6)),
        entry("ingress.exact", key, new EntryTarget.Member(1)),
        new P4Entity.DefaultEntry("ingress.exact", DROP),
        new P4Entity.DefaultEntry("ingress.routes", nothing),
        new P4Entity.DefaultEntry("ingress.constant", nothing),
        new P4Entity.Member("ingress.ecmp", 0, DROP),
        new P4Entity.Member(
            "ingress.ecmp", 9, new ActionCall("ingress.set_mark", List.of(Bits.of(9, 8)))),
        new P4Entity.Group("ingress.ecmp", 6, List.of(new WeightedMember(3, 1))),
        new P4Entity.Group("ingress.ecmp", 6, List.of(new WeightedMember(1, 9))),
        new P4Entity.Group("ingress.profile", 6, List.of()));
  }

  private LocalController loaded(FakeDevice device) {
    LocalController controller = service.local(device.deviceId());
    assertThat(controller.load(ConformanceProgram.CONFIG)).isTrue();
    assertThat(controller.swap()).isTrue();
    return controller;
  }

  private Status write(LocalController controller, P4Entity entity) {
    Update.Type type =
        entity instanceof P4Entity.DefaultEntry ? Update.Type.MODIFY : Update.Type.INSERT;
    return controller.write(type, codec.encode(entity));
  }

  private LocalController written() {
    LocalController controller = loaded(byMessage);
    List<P4Entity> inOrder = new ArrayList<>(GOOD.reversed());
    inOrder.sort(Comparator.comparing(entity -> !(entity instanceof P4Entity.Member)));
    inOrder.forEach(entity -> assertThat(write(controller, entity).isOk()).isTrue());
    return controller;
  }

  private static List<Entity> all(LocalController controller) {
    List<Entity> found = new ArrayList<>();
    for (String kind :
        List.of("table_entry {}", "action_profile_member {}", "action_profile_group {}")) {
      found.addAll(controller.read(ConformanceProgram.entity(kind)));
    }
    for (var table : ConformanceProgram.INDEX.tables()) {
      found.addAll(
          controller.read(
              ConformanceProgram.entity(
                  "table_entry { table_id: %d is_default_action: true }".formatted(table.id()))));
    }
    return found;
  }

  @Test
  void bothLeaveTheSameStateForControllersAndInThePipeline() {
    LocalController messages = written();
    LocalController names = loaded(byName);

    assertThat(names.insert(GOOD)).isEmpty();

    assertThat(all(names)).containsExactlyInAnyOrderElementsOf(all(messages));
    assertThat(byName.active().applied.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            byMessage.active().applied.stream().flatMap(List::stream).toList());
    assertThat(byName.active().applied).as("all in one step").hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void bothRefuseTheSameWithTheSameWords(P4Entity bad) {
    LocalController messages = written();
    LocalController names = loaded(byName);
    assertThat(names.insert(GOOD)).isEmpty();
    List<Entity> before = all(names);

    Status expected = write(messages, bad);
    List<LocalController.Refused> refused =
        names.insert(
            List.of(
                new P4Entity.Member("ingress.ecmp", 8, DROP),
                bad,
                entry("ingress.exact", new MatchValue.Exact(Bits.of(1, 48)), FORWARD)));

    assertThat(expected.isOk()).isFalse();
    assertThat(refused)
        .singleElement()
        .satisfies(one -> {
          assertThat(one.entity()).contains(bad);
          assertThat(one.status().getCode()).isEqualTo(expected.getCode());
          assertThat(one.status().getDescription()).isEqualTo(expected.getDescription());
        });
    assertThat(all(names)).as("nothing was done").isEqualTo(before);
    assertThat(byName.active().applied).hasSize(1);
  }

  @Test
  void whatThePipelineRefusesTakesAllBack() {
    LocalController names = loaded(byName);
    List<Entity> before = all(names);
    byName.active().refuses = change -> change.toString().contains("PutGroup");

    List<LocalController.Refused> refused = names.insert(GOOD);

    assertThat(refused)
        .singleElement()
        .satisfies(
            one -> assertThat(one.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
    assertThat(all(names)).isEqualTo(before);
  }
}
