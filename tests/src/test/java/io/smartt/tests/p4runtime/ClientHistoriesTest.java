package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.tests.p4runtime.Elections.Client;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;
import org.p4.v1.WriteRequest.Atomicity;

/**
 * Drawn histories of several controllers in two roles: streams that come and go, elections, batches
 * of every atomicity, configs that are saved and committed, and reads. Each answer and each
 * notification is what models of the specification say, which know nothing of the server. {@code
 * -Dsmartt.histories=N} tries N seeds.
 */
@Timeout(600)
class ClientHistoriesTest {
  private static final int STEPS = 150;
  private static final int CLIENTS = 5;
  private static final int HIGHEST_ID = 9;
  private static final List<String> ROLES = List.of("", "r");

  private static final Any NO_RIGHTS = Any.pack(Value.newBuilder().setBoolValue(true).build());

  static LongStream seeds() {
    long count = Long.getLong("smartt.histories", 12);
    return LongStream.concat(LongStream.rangeClosed(1, count), TestSeeds.asked().stream());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyAnswerIsWhatTheSpecificationSays(long seed) {
    try (History history = new History(seed)) {
      history.run();
    }
  }

  /** One switch, its clients, and what they must see. */
  private static final class History implements AutoCloseable {
    private final long seed;
    private final SplittableRandom random;
    private final Draw draw;
    private final ServedSwitch served = new ServedSwitch();
    private final Elections elections = new Elections();
    private final List<Client> clients = new ArrayList<>();
    private final Map<Any, Set<Integer>> tables = new HashMap<>();
    private Optional<SwitchModel> active = Optional.empty();
    private Optional<SwitchModel> saved = Optional.empty();
    private String where = "";

    History(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      draw = new Draw(random, random.nextBoolean());
      elections.join(new Client(""), OptionalLong.of(ServedSwitch.ELECTION), Optional.empty());
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client(ROLES.get(i % 3 / 2)));
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        where = "seed %d, step %d".formatted(seed, step);
        switch (random.nextInt(active.isEmpty() ? 6 : 22)) {
          case 0, 1 -> arbitrate(clients.get(random.nextInt(CLIENTS)));
          case 2 -> leave(clients.get(random.nextInt(CLIENTS)));
          case 3, 4 -> config();
          case 5, 6, 7, 8 -> read();
          default -> write();
        }
        clients.forEach(client -> client.check(where));
      }
    }

    private SwitchModel model() {
      return saved.or(() -> active).orElseThrow();
    }

    private OptionalLong id() {
      return random.nextInt(8) == 0
          ? OptionalLong.empty()
          : OptionalLong.of(1 + random.nextInt(HIGHEST_ID));
    }

    private void arbitrate(Client client) {
      OptionalLong id = id();
      long device = random.nextInt(15) == 0 ? 77 : ServedSwitch.DEVICE;
      String role = random.nextInt(15) == 0 ? "another" : client.role;
      boolean fresh = !client.live();
      if (fresh) {
        client.open(served.asyncStub());
        role = client.role;
      }
      Optional<Any> config = client.role.isEmpty() ? Optional.empty() : rights();
      client.arbitrate(Elections.message(role, id, config).setDeviceId(device));
      if (device != ServedSwitch.DEVICE) {
        end(client, fresh ? Status.Code.NOT_FOUND : Status.Code.FAILED_PRECONDITION);
      } else if (!role.equals(client.role)) {
        end(client, Status.Code.FAILED_PRECONDITION);
      } else if (elections.taken(client, id) || config.filter(NO_RIGHTS::equals).isPresent()) {
        end(client, Status.Code.INVALID_ARGUMENT);
      } else {
        elections.join(client, id, config);
      }
    }

    /** Some tables that a role is to own, everything, or what no server understands. */
    private Optional<Any> rights() {
      if (random.nextBoolean()) {
        return random.nextBoolean() ? Optional.empty() : Optional.of(NO_RIGHTS);
      }
      ListValue.Builder names = ListValue.newBuilder();
      Set<Integer> owned = new HashSet<>();
      for (TableInfo table : Everything.INFO.tables()) {
        if (random.nextInt(3) > 0) {
          owned.add(table.id());
          names.addValuesBuilder().setStringValue(table.name());
        }
      }
      Value entities = Value.newBuilder().setListValue(names).build();
      Any rights = Any.pack(Struct.newBuilder().putFields("entities", entities).build());
      tables.put(rights, owned);
      return Optional.of(rights);
    }

    private boolean owns(String role, Entity entity) {
      return elections
          .config(role)
          .map(rights -> tables.getOrDefault(rights, Set.of()).contains(table(entity)))
          .orElse(true);
    }

    private static int table(Entity entity) {
      return switch (entity.getEntityCase()) {
        case TABLE_ENTRY -> entity.getTableEntry().getTableId();
        case DIRECT_COUNTER_ENTRY -> entity.getDirectCounterEntry().getTableEntry().getTableId();
        case DIRECT_METER_ENTRY -> entity.getDirectMeterEntry().getTableEntry().getTableId();
        default -> 0;
      };
    }

    private void end(Client client, Status.Code code) {
      assertThat(client.ended().map(Status::getCode)).as(where).contains(code);
      elections.leave(client);
    }

    private void leave(Client client) {
      if (client.live()) {
        client.leave(random.nextBoolean());
        elections.leave(client);
      }
    }

    /** What is wrong with a call as a whole: checks come in the order of section 11. */
    private Optional<Status.Code> refused(String role, OptionalLong id) {
      boolean primary = id.isPresent() && elections.primaryId(role).filter(id::equals).isPresent();
      return primary
          ? Optional.empty()
          : Optional.of(
              elections.known(role) ? Status.Code.PERMISSION_DENIED : Status.Code.NOT_FOUND);
    }

    /** Mostly an id that is accepted. */
    private OptionalLong writer(String role) {
      return random.nextInt(5) == 0 ? id() : elections.primaryId(role).orElseGet(this::id);
    }

    private void write() {
      String role = ROLES.get(random.nextInt(2));
      OptionalLong id = writer(role);
      Atomicity atomicity = Atomicity.forNumber(random.nextInt(3));
      List<Update> updates = updates(1 + random.nextInt(atomicity.getNumber() == 0 ? 12 : 4));
      WriteRequest.Builder request =
          served.request(updates).setRole(role).setAtomicity(atomicity).clearElectionId();
      id.ifPresent(given -> request.setElectionId(ServedSwitch.electionId(given)));
      Optional<Status.Code> refused =
          refused(role, id)
              .or(() ->
                  active.isEmpty() && saved.isEmpty()
                      ? Optional.of(Status.Code.FAILED_PRECONDITION)
                      : atomicity == Atomicity.DATAPLANE_ATOMIC && inSteps(updates)
                          ? Optional.of(Status.Code.UNIMPLEMENTED)
                          : Optional.empty());
      if (refused.isPresent()) {
        assertThat(code(() -> served.write(request.build()))).as(where).isEqualTo(refused.get());
        return;
      }
      List<Status.Code> expected = new ArrayList<>();
      SwitchModel next = model().copy();
      for (Update update : updates) {
        expected.add(
            owns(role, update.getEntity()) ? next.apply(update) : Status.Code.PERMISSION_DENIED);
      }
      Set<Status.Code> refusals = new LinkedHashSet<>(expected);
      refusals.remove(Status.Code.OK);
      boolean kept = atomicity == Atomicity.CONTINUE_ON_ERROR || refusals.isEmpty();
      if (!kept) {
        Status.Code first = refusals.iterator().next();
        int failed = expected.indexOf(first);
        expected.replaceAll(_ -> Status.Code.ABORTED);
        expected.set(failed, first);
      }
      assertThat(served.write(request.build()))
          .as("%s, %s\n%s", where, atomicity, updates)
          .isEqualTo(expected);
      if (kept) {
        saved = saved.map(_ -> next);
        active = saved.isPresent() ? active : Optional.of(next);
      }
      RandomWriterTest.agree(served, model(), where);
    }

    /** Updates, some of which meet: the entity of an earlier one again. */
    private List<Update> updates(int count) {
      List<Update> updates = new ArrayList<>();
      while (updates.size() < count) {
        Update update = draw.update();
        if (!updates.isEmpty() && random.nextInt(3) > 0) {
          Update earlier = updates.get(random.nextInt(updates.size()));
          update = again(earlier, update);
        }
        updates.add(update);
      }
      return updates;
    }

    private Update again(Update earlier, Update otherwise) {
      Entity entity = earlier.getEntity();
      TableEntry entry = entity.getTableEntry();
      if (!(entry.hasAction() && !entry.getIsDefaultAction())
          && !entity.hasActionProfileMember()
          && !entity.hasActionProfileGroup()) {
        return otherwise;
      }
      Update.Builder again = earlier.toBuilder().setType(draw.type());
      if (entity.hasTableEntry() && random.nextBoolean()) {
        again.getEntityBuilder().getTableEntryBuilder().clearCounterData().clearMeterConfig();
      }
      return again.build();
    }

    private static boolean inSteps(List<Update> updates) {
      return updates.size() > 1
          && updates.stream()
              .map(Update::getEntity)
              .anyMatch(entity ->
                  entity.hasPacketReplicationEngineEntry()
                      || entity.hasMeterEntry()
                      || entity.hasDirectMeterEntry());
    }

    private void config() {
      String role = ROLES.get(random.nextInt(2));
      OptionalLong id = writer(role);
      Action action = Action.forNumber(random.nextInt(6));
      boolean given = random.nextInt(5) > 0 != (action == Action.COMMIT);
      boolean sound = random.nextInt(5) > 0;
      SetForwardingPipelineConfigRequest.Builder request =
          SetForwardingPipelineConfigRequest.newBuilder()
              .setDeviceId(ServedSwitch.DEVICE)
              .setRole(role)
              .setAction(action);
      id.ifPresent(some -> request.setElectionId(ServedSwitch.electionId(some)));
      if (given) {
        ForwardingPipelineConfig.Builder config = Everything.CONFIG.toBuilder();
        request.setConfig(
            sound ? config : config.setP4DeviceConfig(ByteString.copyFromUtf8("{ \"a\": ")));
      }
      Status.Code expected = refused(role, id).orElseGet(() -> effect(action, given, sound));
      assertThat(code(() -> served.stub().setForwardingPipelineConfig(request.build())))
          .as("%s, %s by %s", where, action, id)
          .isEqualTo(expected);
      if (active.isPresent()) {
        RandomWriterTest.agree(served, model(), where);
      }
    }

    private Status.Code effect(Action action, boolean given, boolean sound) {
      if (action == Action.UNSPECIFIED || (action == Action.COMMIT ? given : !given || !sound)) {
        return Status.Code.INVALID_ARGUMENT;
      }
      switch (action) {
        case VERIFY_AND_SAVE -> {
          saved = Optional.of(new SwitchModel());
          return Status.Code.OK;
        }
        case VERIFY_AND_COMMIT -> active = Optional.of(new SwitchModel());
        case RECONCILE_AND_COMMIT ->
            active = saved.or(() -> active).or(() -> Optional.of(new SwitchModel()));
        case COMMIT -> {
          if (saved.isEmpty()) {
            return Status.Code.NOT_FOUND;
          }
          active = saved;
        }
        default -> {
          return Status.Code.OK;
        }
      }
      saved = Optional.empty();
      return Status.Code.OK;
    }

    /** Entries of one table, as a role may see them. */
    private void read() {
      int table = Draw.table(Draw.DIRECT.get(random.nextInt(6))).id();
      Entity all =
          Entity.newBuilder().setTableEntry(TableEntry.newBuilder().setTableId(table)).build();
      String role = ROLES.get(random.nextInt(2));
      List<Entity> expected = new ArrayList<>();
      boolean none = active.isEmpty() && saved.isEmpty();
      Status.Code code =
          !elections.known(role)
              ? Status.Code.NOT_FOUND
              : none ? Status.Code.FAILED_PRECONDITION : Status.Code.OK;
      if (code == Status.Code.OK && owns(role, all)) {
        model().all().stream()
            .map(Entity::getTableEntry)
            .filter(entry -> entry.getTableId() == table && !entry.getIsDefaultAction())
            .map(entry -> entry.toBuilder().clearCounterData().clearMeterConfig())
            .forEach(entry -> expected.add(Entity.newBuilder().setTableEntry(entry).build()));
      }
      List<Entity> found = new ArrayList<>();
      assertThat(code(() -> found.addAll(served.read(role, List.of(all)))))
          .as(where)
          .isEqualTo(code);
      assertThat(found).as(where).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Status.Code code(Runnable call) {
      try {
        call.run();
        return Status.Code.OK;
      } catch (StatusRuntimeException e) {
        return e.getStatus().getCode();
      }
    }

    @Override
    public void close() {
      served.close();
    }
  }
}
