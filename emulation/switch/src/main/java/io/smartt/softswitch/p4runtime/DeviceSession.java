package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.softswitch.p4runtime.EntityReader.ReadContext;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.softswitch.p4runtime.WriteBatch.Outcome;
import org.p4.v1.DigestListAck;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.GetForwardingPipelineConfigRequest;
import org.p4.v1.PacketOut;
import org.p4.v1.ReadRequest;
import org.p4.v1.ReadResponse;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.Uint128;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * One device and its clients. One lock makes writes, reads and config changes strictly serial; a
 * write has left the data plane changed when it returns.
 */
final class DeviceSession {
  /** The findings of a read, and what became of each request. */
  record ReadResult(List<ReadResponse> responses, List<Outcome> outcomes) {}

  private final ForwardingDevice device;
  private final P4RuntimeSettings settings;
  private final Lock lock = new ReentrantLock(true);
  private final Arbitration arbitration;
  private final PipelineConfigStore configs;
  private final DeviceNotices notices;
  private final LostMessages lost = new LostMessages();

  DeviceSession(ForwardingDevice device, ConfigVerifier verifier, P4RuntimeSettings settings) {
    this.device = device;
    this.settings = settings;
    this.arbitration =
        new Arbitration(device.deviceId(), settings.maxStreamsPerRole(), this::drainWrites);
    this.configs = new PipelineConfigStore(device, verifier, new PipelineCarryOver(device));
    this.notices = new DeviceNotices(device, this::runLocked, arbitration, configs, lost);
    device.connect(notices);
  }

  long id() {
    return device.deviceId();
  }

  Arbitration arbitration() {
    return arbitration;
  }

  /** Returns what no controller got. */
  LostMessages lost() {
    return lost;
  }

  /** One outcome for each update; the checks come in the order of P4Runtime section 11. */
  List<Outcome> write(WriteRequest request) {
    return locked(() -> {
      requireRoleByName(request.getRole(), roleId(request));
      RoleRights rights =
          arbitration.requirePrimary(
              request.getRole(), electionId(request.hasElectionId(), request.getElectionId()));
      List<Update> updates = request.getUpdatesList();
      return new WriteBatch(requirePipeline(), device, rights, settings.strict())
          .run(updates, request.getAtomicity());
    });
  }

  ReadResult read(ReadRequest request) {
    return locked(() -> {
      RoleRights rights = arbitration.known(request.getRole()).rights();
      InstalledPipeline pipeline = requirePipeline();
      ReadResponses responses = new ReadResponses();
      List<Outcome> outcomes = new ArrayList<>();
      for (Entity entity : request.getEntitiesList()) {
        outcomes.add(read(new ReadContext(pipeline, rights, responses::add), entity));
      }
      return new ReadResult(responses.finish(), outcomes);
    });
  }

  /** Returns what writes refer to. */
  Optional<InstalledPipeline> current() {
    return locked(configs::current);
  }

  /** A write of somebody in this process, who needs no election; OK, or why not. */
  Status writeLocally(Update update) {
    return locked(() -> {
      List<Outcome> outcomes =
          new WriteBatch(requirePipeline(), device, RoleRights.FULL, false)
              .run(List.of(update), WriteRequest.Atomicity.CONTINUE_ON_ERROR);
      return outcomes.getFirst() instanceof Outcome.Refused(var code, var message)
          ? code.toStatus().withDescription(message)
          : Status.OK;
    });
  }

  /** An insertion of somebody in this process; see {@link LocalController#insert}. */
  List<LocalController.Refused> insertLocally(List<P4Entity> entities) {
    return locked(() -> new EntityInserts(requirePipeline(), device).run(entities));
  }

  /** A read of somebody in this process. */
  void readLocally(Entity request, Consumer<Entity> found) {
    runLocked(() ->
        new EntityReader(new ReadContext(requirePipeline(), RoleRights.FULL, found)).read(request));
  }

  void setConfig(SetForwardingPipelineConfigRequest request) {
    runLocked(() -> {
      requireRoleByName(request.getRole(), roleId(request));
      arbitration.requirePrimary(
          request.getRole(), electionId(request.hasElectionId(), request.getElectionId()));
      configs.set(request);
    });
  }

  /** Commits a config that no controller sent. */
  void preload(ForwardingPipelineConfig config) {
    runLocked(() -> configs.preload(config));
  }

  /** A change of the configs by somebody in this process, who needs no election. */
  boolean withConfigs(Predicate<PipelineConfigStore> change) {
    return locked(() -> change.test(configs));
  }

  /** Makes a clone session go to a multicast group too, as that is at the time; 0: to none. */
  void mirror(int session, int group) {
    runLocked(() -> {
      InstalledPipeline pipeline = requirePipeline();
      pipeline.store().mirroredGroups().put(session, group);
      ReplicationWriter.refresh(pipeline, device);
    });
  }

  Optional<ForwardingPipelineConfig> config(GetForwardingPipelineConfigRequest.ResponseType type) {
    return locked(() -> configs.get(type));
  }

  void packetOut(PacketOut packet) {
    InstalledPipeline pipeline = configs.active().orElseThrow(DeviceSession::noPipeline);
    byte[] frame =
        ControllerPackets.frame(pipeline.info(), pipeline.translation().toDataPlane(packet));
    try {
      device.packetOut(frame);
    } catch (UnsupportedOperationException e) {
      throw Refusal.unimplemented(String.valueOf(e.getMessage()));
    }
  }

  void acknowledge(DigestListAck ack) {
    notices.acknowledge(ack);
  }

  private static Outcome read(ReadContext context, Entity request) {
    try {
      new EntityReader(context).read(request);
      return new Outcome.Done();
    } catch (Refusal refusal) {
      return Outcome.refused(refusal);
    }
  }

  private InstalledPipeline requirePipeline() {
    return configs.current().orElseThrow(DeviceSession::noPipeline);
  }

  static Refusal noPipeline() {
    return Refusal.precondition(
        "the switch has no pipeline; send SetForwardingPipelineConfig first");
  }

  /** Writes hold the lock while they run, so who gets it finds none running. */
  private void drainWrites() {
    // Nothing to do: having it is the point.
    runLocked(() -> {});
  }

  private void runLocked(Runnable task) {
    var _ =
        locked(() -> {
          task.run();
          return true;
        });
  }

  private <T> T locked(Supplier<T> task) {
    lock.lock();
    try {
      return task.get();
    } finally {
      lock.unlock();
    }
  }

  private static Optional<Uint128> electionId(boolean given, Uint128 id) {
    return given ? Optional.of(id) : Optional.empty();
  }

  private static void requireRoleByName(String role, long deprecatedId) {
    if (role.isEmpty() && deprecatedId != 0) {
      throw Refusal.invalid(
          "role_id %s is deprecated; give role".formatted(Long.toUnsignedString(deprecatedId)));
    }
  }

  @SuppressWarnings("deprecation")
  private static long roleId(WriteRequest request) {
    return request.getRoleId();
  }

  @SuppressWarnings("deprecation")
  private static long roleId(SetForwardingPipelineConfigRequest request) {
    return request.getRoleId();
  }

  /** Packs entities into responses that stay well below gRPC's usual limit of 4 MiB a message. */
  private static final class ReadResponses {
    private static final int RESPONSE_BYTES = 1 << 20;

    private final List<ReadResponse> responses = new ArrayList<>();
    private ReadResponse.Builder open = ReadResponse.newBuilder();
    private int openBytes;

    void add(Entity entity) {
      open.addEntities(entity);
      openBytes += entity.getSerializedSize();
      if (openBytes >= RESPONSE_BYTES) {
        close();
      }
    }

    List<ReadResponse> finish() {
      if (open.getEntitiesCount() > 0) {
        close();
      }
      return responses;
    }

    private void close() {
      responses.add(open.build());
      open = ReadResponse.newBuilder();
      openBytes = 0;
    }
  }

  /**
   * Inserts what a controller in this process wants, given by name and not as messages. The same
   * translators check it against the same store as a write over P4Runtime ({@link WriteBatch}), so
   * that both ways leave one state. Runs under the device's lock.
   */
  private static final class EntityInserts {
    private final InstalledPipeline pipeline;
    private final EntityCodec codec;
    private final WriteContext.Journal journal = new WriteContext.Journal();
    private final WriteContext.Effects effects = new WriteContext.Effects();
    private final WriteContext context;

    EntityInserts(InstalledPipeline pipeline, ForwardingDevice ports) {
      this.pipeline = pipeline;
      // Strings of controllers are in the P4Info that came, numbers of the data plane in the other.
      codec =
          new EntityCodec(
              pipeline.translation().isIdentity()
                  ? pipeline.info()
                  : P4InfoIndex.of(pipeline.config().getP4Info()));
      context = new WriteContext(pipeline, ports, RoleRights.FULL, false, journal, effects);
    }

    /** Applies all entities or none, and returns what was refused. */
    List<LocalController.Refused> run(List<P4Entity> entities) {
      pipeline.translation().sweep(pipeline, entities.size());
      List<LocalController.Refused> refused = new ArrayList<>();
      for (P4Entity entity : inOrder(entities)) {
        try {
          insert(entity);
        } catch (Refusal refusal) {
          refused.add(new LocalController.Refused(Optional.of(entity), refusal.status()));
        } catch (InvalidChangeException | UnknownNameException e) {
          Status invalid = Status.INVALID_ARGUMENT.withDescription(e.getMessage());
          refused.add(new LocalController.Refused(Optional.of(entity), invalid));
        }
      }
      if (refused.isEmpty()) {
        try {
          effects.apply(pipeline.device());
        } catch (Refusal refusal) {
          refused.add(new LocalController.Refused(Optional.empty(), refusal.status()));
        }
      }
      if (!refused.isEmpty()) {
        journal.backTo(0);
      }
      return refused;
    }

    /** Returns the entities in an order in which what others refer to comes first. */
    private static List<P4Entity> inOrder(List<P4Entity> entities) {
      return entities.stream().sorted(Comparator.comparingInt(EntityInserts::rank)).toList();
    }

    private static int rank(P4Entity entity) {
      return switch (entity) {
        case P4Entity.Member _ -> 0;
        case P4Entity.Group _ -> 1;
        case P4Entity.Entry _, P4Entity.DefaultEntry _ -> 2;
        case P4Entity.Given(Entity message, _) -> EntityCodec.rank(message);
      };
    }

    private void insert(P4Entity entity) {
      if (!pipeline.translation().isIdentity()) {
        // Only messages have the strings that controllers use for numbers of such a program.
        write(entity);
        return;
      }
      switch (entity) {
        case P4Entity.Member member -> new ActionProfiles(context).insert(member);
        case P4Entity.Group group ->
            new SelectorGroups(context)
                .write(Update.Type.INSERT, codec.encode(group).getActionProfileGroup());
        case P4Entity.Entry(var entry) -> new TableEntryWriter(context).insert(entry);
        case P4Entity.DefaultEntry entry -> new DefaultEntryWriter(context).set(entry);
        case P4Entity.Given given -> write(given);
      }
    }

    private void write(P4Entity entity) {
      Update update = EntityCodec.update(codec.encode(entity));
      EntityWriter.write(context, pipeline.translation().toDataPlane(update));
    }
  }
}
