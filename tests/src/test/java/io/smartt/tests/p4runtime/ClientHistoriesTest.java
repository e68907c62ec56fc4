package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.tests.p4runtime.Elections.Client;
import io.smartt.tests.p4runtime.Elections.Told;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
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

  /** Which name of the program the rights to an entity go by. */
  private static final class Owners {
    private Owners() {}

    static List<String> names() {
      List<String> names = new ArrayList<>(List.of("multicast_groups", "clone_sessions"));
      List.of(
              Everything.INFO.tables(),
              Everything.INFO.actionProfiles(),
              Everything.INFO.counters(),
              Everything.INFO.meters(),
              Everything.INFO.registers(),
              Everything.INFO.digests(),
              Everything.INFO.valueSets())
          .forEach(kind -> kind.all().forEach(object -> names.add(object.name())));
      return names;
    }

    static boolean in(Any config, Entity entity) {
      try {
        return config
            .unpack(Struct.class)
            .getFieldsOrThrow("entities")
            .getListValue()
            .getValuesList()
            .stream()
            .anyMatch(name -> name.getStringValue().equals(of(entity)));
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException(e);
      }
    }

    private static String of(Entity entity) {
      P4InfoIndex info = Everything.INFO;
      return switch (entity.getEntityCase()) {
        case TABLE_ENTRY -> info.tables().withId(entity.getTableEntry().getTableId()).name();
        case DIRECT_COUNTER_ENTRY ->
            info.tables()
                .withId(entity.getDirectCounterEntry().getTableEntry().getTableId())
                .name();
        case DIRECT_METER_ENTRY ->
            info.tables().withId(entity.getDirectMeterEntry().getTableEntry().getTableId()).name();
        case ACTION_PROFILE_MEMBER ->
            info.actionProfiles()
                .withId(entity.getActionProfileMember().getActionProfileId())
                .name();
        case ACTION_PROFILE_GROUP ->
            info.actionProfiles()
                .withId(entity.getActionProfileGroup().getActionProfileId())
                .name();
        case COUNTER_ENTRY ->
            info.counters().withId(entity.getCounterEntry().getCounterId()).name();
        case METER_ENTRY -> info.meters().withId(entity.getMeterEntry().getMeterId()).name();
        case REGISTER_ENTRY ->
            info.registers().withId(entity.getRegisterEntry().getRegisterId()).name();
        case DIGEST_ENTRY -> info.digests().withId(entity.getDigestEntry().getDigestId()).name();
        case VALUE_SET_ENTRY ->
            info.valueSets().withId(entity.getValueSetEntry().getValueSetId()).name();
        case PACKET_REPLICATION_ENGINE_ENTRY ->
            entity.getPacketReplicationEngineEntry().hasMulticastGroupEntry()
                ? "multicast_groups"
                : "clone_sessions";
        case EXTERN_ENTRY, ENTITY_NOT_SET -> throw new IllegalArgumentException(entity.toString());
      };
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
    private Optional<SwitchModel> active = Optional.empty();
    private Optional<SwitchModel> saved = Optional.empty();
    private long activeCookie;
    private long savedCookie;
    private String where = "";

    History(long seed) {
      this.seed = seed;
      random = new SplittableRandom(seed);
      draw = new Draw(random, random.nextBoolean());
      elections.join("", Client.UNSEEN, OptionalLong.of(ServedSwitch.ELECTION), Optional.empty());
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new Client("client " + i, ROLES.get(i % 3 / 2), served.asyncStub()));
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        where = "seed %d, step %d".formatted(seed, step);
        switch (random.nextInt(active.isEmpty() ? 8 : 24)) {
          case 0, 1 -> arbitrate(clients.get(random.nextInt(CLIENTS)));
          case 2 -> leave(clients.get(random.nextInt(CLIENTS)));
          case 3 -> packetOut(clients.get(random.nextInt(CLIENTS)));
          case 4, 5 -> config();
          case 6, 7, 8, 9, 10 -> read();
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
      String role = random.nextInt(15) == 0 ? "another" : client.role();
      boolean fresh = !client.live();
      if (fresh) {
        client.open();
        role = client.role();
      }
      Optional<Any> config = client.role().isEmpty() ? Optional.empty() : rights();
      client.arbitrate(device, role, id, config);
      if (device != ServedSwitch.DEVICE) {
        end(client, fresh ? Status.Code.NOT_FOUND : Status.Code.FAILED_PRECONDITION);
      } else if (!role.equals(client.role())) {
        end(client, Status.Code.FAILED_PRECONDITION);
      } else if (elections.taken(client, id) || config.filter(NO_RIGHTS::equals).isPresent()) {
        end(client, Status.Code.INVALID_ARGUMENT);
      } else {
        elections.join(client.role(), client, id, config);
      }
    }

    /** What a role may own, some of it, everything, or what no server understands. */
    private Optional<Any> rights() {
      switch (random.nextInt(6)) {
        case 0 -> {
          return Optional.of(NO_RIGHTS);
        }
        case 1, 2 -> {
          return Optional.empty();
        }
        default -> {
          ListValue.Builder names = ListValue.newBuilder();
          for (String name : Owners.names()) {
            if (random.nextInt(3) > 0) {
              names.addValuesBuilder().setStringValue(name);
            }
          }
          Value entities = Value.newBuilder().setListValue(names).build();
          return Optional.of(Any.pack(Struct.newBuilder().putFields("entities", entities).build()));
        }
      }
    }

    private boolean owns(String role, Entity entity) {
      return elections.config(role).map(config -> Owners.in(config, entity)).orElse(true);
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

    private void packetOut(Client client) {
      if (client.live()) {
        client.packetOut();
        Code code =
            !elections.isPrimary(client)
                ? Code.PERMISSION_DENIED
                : active.isEmpty() ? Code.FAILED_PRECONDITION : Code.UNIMPLEMENTED;
        client.expect(new Told(true, code, OptionalLong.empty(), Optional.empty()));
      }
    }

    /** What is wrong with a call as a whole: checks come in the order of section 11. */
    private Optional<Status.Code> refused(String role, OptionalLong id) {
      if (!elections.known(role)) {
        return Optional.of(Status.Code.NOT_FOUND);
      }
      return elections.accepts(role, id)
          ? Optional.empty()
          : Optional.of(Status.Code.PERMISSION_DENIED);
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
          WriteRequest.newBuilder()
              .setDeviceId(ServedSwitch.DEVICE)
              .setRole(role)
              .setAtomicity(atomicity)
              .addAllUpdates(updates);
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
      int failed =
          expected.stream()
              .filter(code -> code != Status.Code.OK)
              .findFirst()
              .map(expected::indexOf)
              .orElse(-1);
      boolean kept = atomicity == Atomicity.CONTINUE_ON_ERROR || failed < 0;
      if (!kept) {
        Status.Code first = expected.get(failed);
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
      agree();
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
      boolean modifyOnly =
          switch (entity.getEntityCase()) {
            case TABLE_ENTRY -> entity.getTableEntry().getIsDefaultAction();
            case ACTION_PROFILE_MEMBER,
                ACTION_PROFILE_GROUP,
                DIGEST_ENTRY,
                PACKET_REPLICATION_ENGINE_ENTRY ->
                false;
            default -> true;
          };
      if (modifyOnly) {
        return otherwise;
      }
      Update.Builder again = earlier.toBuilder().setType(draw.type());
      if (entity.hasTableEntry() && random.nextBoolean()) {
        again.getEntityBuilder().getTableEntryBuilder().clearCounterData().clearMeterConfig();
      }
      boolean bare = entity.hasTableEntry() && !entity.getTableEntry().hasAction();
      return bare && again.getType() == Update.Type.INSERT ? otherwise : again.build();
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
      long cookie = random.nextLong(1_000);
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
        config.getCookieBuilder().setCookie(cookie);
        request.setConfig(
            sound ? config : config.setP4DeviceConfig(ByteString.copyFromUtf8("{ \"a\": ")));
      }
      Status.Code expected =
          refused(role, id).orElseGet(() -> effect(action, given, sound, cookie));
      assertThat(code(() -> served.stub().setForwardingPipelineConfig(request.build())))
          .as("%s, %s by %s", where, action, id)
          .isEqualTo(expected);
      getConfig();
      if (active.isPresent()) {
        agree();
      }
    }

    private Status.Code effect(Action action, boolean given, boolean sound, long cookie) {
      if (action == Action.UNSPECIFIED || (action == Action.COMMIT ? given : !given || !sound)) {
        return Status.Code.INVALID_ARGUMENT;
      }
      switch (action) {
        case VERIFY_AND_SAVE -> {
          saved = Optional.of(new SwitchModel());
          savedCookie = cookie;
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
      activeCookie = action == Action.COMMIT ? savedCookie : cookie;
      saved = Optional.empty();
      return Status.Code.OK;
    }

    private void getConfig() {
      var answer =
          served
              .stub()
              .getForwardingPipelineConfig(
                  GetForwardingPipelineConfigRequest.newBuilder()
                      .setDeviceId(ServedSwitch.DEVICE)
                      .setResponseType(GetForwardingPipelineConfigRequest.ResponseType.COOKIE_ONLY)
                      .build());
      assertThat(answer.hasConfig()).as(where).isEqualTo(active.isPresent() || saved.isPresent());
      assertThat(answer.getConfig().getCookie().getCookie())
          .as(where)
          .isEqualTo(saved.isPresent() ? savedCookie : activeCookie);
    }

    private void read() {
      TableEntry.Builder filter = draw.key(Draw.table(Draw.DIRECT.get(random.nextInt(6))));
      if (active.isEmpty() && saved.isEmpty()) {
        assertThat(
                code(() -> served.read(List.of(Entity.newBuilder().setTableEntry(filter).build()))))
            .as(where)
            .isEqualTo(Status.Code.FAILED_PRECONDITION);
        return;
      }
      List<TableEntry> entries =
          model().all().stream()
              .filter(Entity::hasTableEntry)
              .map(Entity::getTableEntry)
              .filter(entry -> entry.getTableId() == filter.getTableId())
              .filter(entry -> !entry.getIsDefaultAction())
              .map(entry -> entry.toBuilder().clearCounterData().clearMeterConfig().build())
              .toList();
      if (!entries.isEmpty() && random.nextInt(4) > 0) {
        filter.clear();
        TableEntry chosen = entries.get(random.nextInt(entries.size()));
        filter.setTableId(chosen.getTableId()).addAllMatch(chosen.getMatchList());
        filter.setPriority(chosen.getPriority()).setMetadata(chosen.getMetadata());
        if (random.nextBoolean()) {
          filter
              .getActionBuilder()
              .getActionBuilder()
              .setActionId(chosen.getAction().getAction().getActionId());
        }
      }
      if (random.nextBoolean()) {
        filter.clearMatch();
      } else if (random.nextBoolean()) {
        filter.clearPriority();
      }
      TableEntry wanted = filter.build();
      Set<Entity> expected = new HashSet<>();
      entries.stream()
          .filter(passes(wanted))
          .forEach(entry -> expected.add(Entity.newBuilder().setTableEntry(entry).build()));
      String role = elections.known("r") && random.nextBoolean() ? "r" : "";
      if (!owns(role, Entity.newBuilder().setTableEntry(wanted).build())) {
        expected.clear();
      }
      assertThat(served.read(role, List.of(Entity.newBuilder().setTableEntry(wanted).build())))
          .as("%s\n%s", where, wanted)
          .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static Predicate<TableEntry> passes(TableEntry wanted) {
      return entry ->
          (wanted.getMatchCount() == 0
                  || new HashSet<>(wanted.getMatchList())
                      .equals(new HashSet<>(entry.getMatchList())))
              && (wanted.getPriority() == 0 || wanted.getPriority() == entry.getPriority())
              && (wanted.getMetadata().isEmpty()
                  || wanted.getMetadata().equals(entry.getMetadata()))
              && (!wanted.hasAction()
                  || wanted.getAction().getAction().getActionId()
                      == entry.getAction().getAction().getActionId());
    }

    private void agree() {
      RandomWriterTest.agree(served, model(), where);
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
