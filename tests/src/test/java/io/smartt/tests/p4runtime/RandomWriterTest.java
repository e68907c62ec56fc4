package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Action;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;
import org.p4.v1.WriteRequest.Atomicity;

/**
 * Thousands of drawn updates, sound ones and ones spoilt in some forty ways, against a model: every
 * code is the one the specification gives, and after each batch everything reads back as the model
 * has it.
 */
class RandomWriterTest {
  private static final int BATCHES = 60;
  private static final int UPDATES = 40;

  /** An update, the sound one it was made of, and how it was spoilt. */
  private record Attempt(Update update, Update sound, Optional<Mutation> mutation) {}

  static LongStream seeds() {
    return TestSeeds.with(1, 2, 3, 20261121);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void modelAndSwitchNeverDisagree(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Draw draw = new Draw(random, random.nextBoolean());
    SwitchModel model = new SwitchModel();
    Set<Mutation> used = EnumSet.noneOf(Mutation.class);
    Map<Status.Code, Integer> seen = new EnumMap<>(Status.Code.class);
    try (ServedSwitch served = new ServedSwitch()) {
      served.set(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, Everything.CONFIG);
      agree(served, model, "at the start");
      for (int batch = 0; batch < BATCHES; batch++) {
        List<Attempt> attempts = attempts(draw, random);
        attempts.forEach(attempt -> attempt.mutation().ifPresent(used::add));
        String where = "seed %d, batch %d".formatted(seed, batch);
        if (random.nextInt(4) == 0) {
          model = allOrNothing(served, model, attempts, where);
        } else {
          eachForItself(served, model, attempts, seen, where);
        }
        if (random.nextInt(10) == 0) {
          served.set(
              SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT, Everything.CONFIG);
        }
        agree(served, model, where);
      }
    }
    assertThat(used).as("mutations that were drawn").isEqualTo(EnumSet.allOf(Mutation.class));
    assertThat(seen)
        .as("codes that were seen")
        .containsKeys(
            Status.Code.OK,
            Status.Code.ALREADY_EXISTS,
            Status.Code.NOT_FOUND,
            Status.Code.RESOURCE_EXHAUSTED);
  }

  private static List<Attempt> attempts(Draw draw, SplittableRandom random) {
    List<Attempt> attempts = new ArrayList<>();
    while (attempts.size() < UPDATES) {
      if (random.nextInt(3) == 0) {
        attempts.add(spoilt(draw, Mutation.values()[random.nextInt(Mutation.values().length)]));
      } else {
        Update sound = draw.update();
        attempts.add(new Attempt(padded(sound, random), sound, Optional.empty()));
      }
    }
    return attempts;
  }

  private static Attempt spoilt(Draw draw, Mutation mutation) {
    while (true) {
      Update sound = draw.update();
      Optional<Update> spoilt = mutation.spoil(sound);
      if (spoilt.isPresent()) {
        return new Attempt(spoilt.get(), sound, Optional.of(mutation));
      }
    }
  }

  private static void eachForItself(
      ServedSwitch served,
      SwitchModel model,
      List<Attempt> attempts,
      Map<Status.Code, Integer> seen,
      String where) {
    List<Status.Code> codes = served.write(request(served, attempts).build());
    for (int i = 0; i < attempts.size(); i++) {
      Attempt attempt = attempts.get(i);
      assertThat(expected(model, attempt))
          .as("%s, update %d, %s\n%s", where, i, attempt.mutation(), attempt.update())
          .contains(codes.get(i));
      if (attempt.mutation().isEmpty()) {
        seen.merge(codes.get(i), 1, Integer::sum);
      }
    }
  }

  private static SwitchModel allOrNothing(
      ServedSwitch served, SwitchModel model, List<Attempt> attempts, String where) {
    List<Attempt> few = attempts.subList(0, 4);
    List<Status.Code> codes =
        served.write(request(served, few).setAtomicity(Atomicity.ROLLBACK_ON_ERROR).build());
    SwitchModel next = model.copy();
    for (int i = 0; i < few.size(); i++) {
      Set<Status.Code> expected = expected(next, few.get(i));
      if (!expected.contains(Status.Code.OK)) {
        int failed = i;
        assertThat(expected)
            .as("%s, update %d, %s\n%s", where, i, few.get(i).mutation(), few.get(i).update())
            .contains(codes.get(i));
        assertThat(codes)
            .as(where)
            .allSatisfy(code -> assertThat(code).isIn(Status.Code.ABORTED, codes.get(failed)));
        return model;
      }
    }
    assertThat(codes).as(where).containsOnly(Status.Code.OK);
    return next;
  }

  /** The codes with which an attempt may end; a sound one is carried out in the model. */
  private static Set<Status.Code> expected(SwitchModel model, Attempt attempt) {
    if (attempt.mutation().isEmpty()) {
      return Set.of(model.apply(attempt.sound()));
    }
    // What is wrong in two ways may be refused for either.
    Set<Status.Code> codes = EnumSet.of(attempt.mutation().get().code);
    Status.Code otherwise = model.copy().apply(attempt.sound());
    if (otherwise != Status.Code.OK) {
      codes.add(otherwise);
    }
    return codes;
  }

  private static WriteRequest.Builder request(ServedSwitch served, List<Attempt> attempts) {
    return served.request(attempts.stream().map(Attempt::update).toList());
  }

  /** Leading zero bytes mean nothing and are not given back. */
  private static Update padded(Update update, SplittableRandom random) {
    if (!update.getEntity().hasTableEntry() || random.nextInt(4) > 0) {
      return update;
    }
    ByteString zeros = ByteString.copyFrom(new byte[random.nextInt(3)]);
    TableEntry.Builder entry = update.getEntity().getTableEntry().toBuilder();
    for (FieldMatch.Builder match : entry.getMatchBuilderList()) {
      if (match.hasExact()) {
        match.getExactBuilder().setValue(zeros.concat(match.getExact().getValue()));
      }
    }
    if (entry.getAction().hasAction()) {
      for (Action.Param.Builder param :
          entry.getActionBuilder().getActionBuilder().getParamsBuilderList()) {
        param.setValue(zeros.concat(param.getValue()));
      }
    }
    return update.toBuilder().setEntity(Entity.newBuilder().setTableEntry(entry)).build();
  }

  static void agree(ServedSwitch served, SwitchModel model, String where) {
    Set<Entity> read = everything(served);
    Set<Entity> surplus = new HashSet<>(read);
    surplus.removeAll(model.all());
    Set<Entity> missing = model.all();
    missing.removeAll(read);
    assertThat(surplus)
        .as("%s: read, but not in the model, which has %s", where, missing)
        .isEmpty();
    assertThat(missing).as("%s: in the model, but not read", where).isEmpty();
  }

  private static Set<Entity> everything(ServedSwitch served) {
    List<Entity> patterns = new ArrayList<>();
    for (TableInfo table : Everything.INFO.tables()) {
      TableEntry.Builder entries = TableEntry.newBuilder().setTableId(table.id());
      if (table.perEntry().counter().isPresent()) {
        entries.getCounterDataBuilder();
        entries.getMeterConfigBuilder();
      }
      patterns.add(Entity.newBuilder().setTableEntry(entries).build());
      if (table.implementation().isEmpty()) {
        patterns.add(
            Entity.newBuilder()
                .setTableEntry(
                    TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true))
                .build());
      }
    }
    Entity.Builder all = Entity.newBuilder();
    all.getActionProfileMemberBuilder();
    patterns.add(all.build());
    all.getActionProfileGroupBuilder();
    patterns.add(all.build());
    all.getCounterEntryBuilder();
    patterns.add(all.build());
    all.getMeterEntryBuilder();
    patterns.add(all.build());
    all.getRegisterEntryBuilder();
    patterns.add(all.build());
    all.getDigestEntryBuilder();
    patterns.add(all.build());
    all.getValueSetEntryBuilder();
    patterns.add(all.build());
    all.getPacketReplicationEngineEntryBuilder().getMulticastGroupEntryBuilder();
    patterns.add(all.build());
    all.getPacketReplicationEngineEntryBuilder().getCloneSessionEntryBuilder();
    patterns.add(all.build());
    List<Entity> read = served.read(patterns);
    Set<Entity> set = new HashSet<>(read);
    assertThat(set).as("nothing is read twice").hasSameSizeAs(read);
    return set;
  }
}
