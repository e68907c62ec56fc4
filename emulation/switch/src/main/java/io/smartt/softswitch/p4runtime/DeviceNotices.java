package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.ActionProfileInfo;
import io.smartt.p4.info.P4InfoIndex.DigestInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import org.p4.v1.ActionProfileAction;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.DigestEntry;
import org.p4.v1.DigestList;
import org.p4.v1.DigestListAck;
import org.p4.v1.Entity;
import org.p4.v1.IdleTimeoutNotification;
import org.p4.v1.PacketIn;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.StreamMessageResponse.UpdateCase;

/** Sends what the device reports to the primary of each role that may know it. */
final class DeviceNotices implements ForwardingDevice.DeviceEvents {
  private final ForwardingDevice device;
  private final Consumer<Runnable> locked;
  private final Arbitration arbitration;
  private final PipelineConfigStore configs;
  private final Map<Integer, DigestSender> digests = new HashMap<>();
  private Optional<InstalledPipeline> digestsOf = Optional.empty();
  private final LostMessages lost;
  private long lastListId;

  DeviceNotices(
      ForwardingDevice device,
      Consumer<Runnable> locked,
      Arbitration arbitration,
      PipelineConfigStore configs,
      LostMessages lost) {
    this.device = device;
    this.locked = locked;
    this.arbitration = arbitration;
    this.configs = configs;
    this.lost = lost;
  }

  @Override
  public LostMessages lost() {
    return lost;
  }

  @Override
  public boolean packetIn(byte[] frame) {
    Optional<PacketIn> packet =
        configs
            .active()
            .flatMap(pipeline ->
                ControllerPackets.message(pipeline.info(), frame)
                    .map(pipeline.translation()::toController));
    Optional<StreamMessageResponse> message =
        packet.map(found -> StreamMessageResponse.newBuilder().setPacket(found).build());
    return offer(UpdateCase.PACKET, rights -> message.filter(_ -> rights.packetIn()));
  }

  @Override
  public void digest(String digest, List<Bits> fields, long nowNs) {
    configs
        .active()
        .ifPresent(pipeline ->
            pipeline
                .info()
                .digests()
                .find(digest)
                .ifPresent(info -> add(pipeline, info, List.copyOf(fields), nowNs)));
  }

  @Override
  public void digestTick(long nowNs) {
    configs
        .active()
        .ifPresent(pipeline -> {
          for (DigestInfo info : pipeline.info().digests()) {
            config(pipeline, info)
                .flatMap(config -> tick(pipeline, info, config, nowNs))
                .ifPresent(ready -> send(pipeline, info, ready, nowNs));
          }
        });
  }

  /** Forgets what was sent in a list. */
  void acknowledge(DigestListAck ack) {
    InstalledPipeline pipeline =
        configs
            .active()
            .orElseThrow(() -> Refusal.precondition("the switch has no pipeline, so no digests"));
    DigestInfo info = Lookup.require(pipeline.info().digests(), "digest", ack.getDigestId());
    synchronized (digests) {
      sender(pipeline, info).acknowledge(ack.getListId());
    }
  }

  @Override
  public void idle(List<TableEntry> entries, long nowNs) {
    List<org.p4.v1.TableEntry> messages = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    locked.accept(() -> {
      for (TableEntry entry : entries) {
        configs
            .active()
            .flatMap(pipeline -> message(pipeline, entry))
            .ifPresent(message -> {
              messages.add(message);
              tables.add(entry.table());
            });
      }
    });
    long atNs = device.unixNs(nowNs);
    if (!messages.isEmpty()) {
      offer(UpdateCase.IDLE_TIMEOUT_NOTIFICATION, rights -> idle(rights, messages, tables, atNs));
    }
  }

  @Override
  public void portChanged(int port) {
    locked.accept(() -> {
      for (InstalledPipeline pipeline : configs.all()) {
        refreshWatching(pipeline, device);
        ReplicationWriter.refresh(pipeline, device);
      }
    });
  }

  private void add(InstalledPipeline pipeline, DigestInfo info, List<Bits> fields, long nowNs) {
    Optional<DigestEntry.Config> config = config(pipeline, info);
    Optional<DigestSender.Ready> ready;
    synchronized (digests) {
      if (config.isEmpty()) {
        digests.remove(info.id());
        return;
      }
      ready = sender(pipeline, info).add(fields, config.get(), nowNs);
    }
    ready.ifPresent(list -> send(pipeline, info, list, nowNs));
  }

  private Optional<DigestSender.Ready> tick(
      InstalledPipeline pipeline, DigestInfo info, DigestEntry.Config config, long nowNs) {
    synchronized (digests) {
      return sender(pipeline, info).tick(config, nowNs);
    }
  }

  /**
   * Returns the sender of a digest, and forgets what an earlier program learnt, which is nobody's
   * business any more.
   */
  private DigestSender sender(InstalledPipeline pipeline, DigestInfo info) {
    if (digestsOf.filter(of -> of.store() == pipeline.store()).isEmpty()) {
      digests.clear();
      digestsOf = Optional.of(pipeline);
    }
    return digests.computeIfAbsent(info.id(), _ -> new DigestSender(() -> ++lastListId));
  }

  private static Optional<DigestEntry.Config> config(InstalledPipeline pipeline, DigestInfo info) {
    return Optional.ofNullable(pipeline.store().digests().get(info.id()));
  }

  private void send(
      InstalledPipeline pipeline, DigestInfo digest, DigestSender.Ready ready, long nowNs) {
    Place place = new Place("digest '" + digest.name() + "'", "message", "data");
    DigestList.Builder list =
        DigestList.newBuilder()
            .setDigestId(digest.id())
            .setListId(ready.listId())
            .setTimestamp(device.unixNs(nowNs));
    for (List<Bits> message : ready.messages()) {
      list.addData(P4DataValues.of(pipeline.info()).encode(place, digest.type(), message));
    }
    Optional<StreamMessageResponse> message =
        Optional.of(
            StreamMessageResponse.newBuilder()
                .setDigest(pipeline.translation().toController(digest, list))
                .build());
    offer(UpdateCase.DIGEST, rights -> message.filter(_ -> rights.owns(digest.name())));
  }

  private static Optional<StreamMessageResponse> idle(
      RoleRights rights, List<org.p4.v1.TableEntry> messages, List<String> tables, long atNs) {
    IdleTimeoutNotification.Builder notice =
        IdleTimeoutNotification.newBuilder().setTimestamp(atNs);
    for (int i = 0; i < messages.size(); i++) {
      if (rights.owns(tables.get(i))) {
        notice.addTableEntry(messages.get(i));
      }
    }
    return Optional.of(notice)
        .filter(some -> some.getTableEntryCount() > 0)
        .map(some -> StreamMessageResponse.newBuilder().setIdleTimeoutNotification(some).build());
  }

  private static Optional<org.p4.v1.TableEntry> message(
      InstalledPipeline pipeline, TableEntry entry) {
    TableInfo table = pipeline.info().tables().named(entry.table());
    EntityReader.ReadContext context =
        new EntityReader.ReadContext(pipeline, RoleRights.FULL, _ -> {});
    return pipeline
        .store()
        .entry(table, TableEntryWriter.EntryKey.of(entry))
        .map(stored -> {
          org.p4.v1.TableEntry.Builder message = new TableReader(context).key(table, stored);
          TableReader.setOpaque(message, stored);
          message.setIdleTimeoutNs(stored.entry().idleTimeoutNs());
          Entity reported = Entity.newBuilder().setTableEntry(message).build();
          return pipeline.translation().toController(reported).getTableEntry();
        });
  }

  /**
   * Offers each primary what its role may have. Each that does not take it is a loss, and that
   * there is nobody for it is one.
   *
   * @return whether somebody took it
   */
  private boolean offer(
      UpdateCase kind, Function<RoleRights, Optional<StreamMessageResponse>> messages) {
    List<Boolean> taken =
        arbitration
            .withPrimary()
            .flatMap(election ->
                messages.apply(election.rights()).stream()
                    .flatMap(message ->
                        election.primary().stream()
                            .map(primary -> primary.stream().offer(message))))
            .toList();
    taken.stream().filter(was -> !was).forEach(_ -> lost.count(kind));
    if (taken.isEmpty()) {
      lost.count(kind);
    }
    return taken.contains(true);
  }

  /**
   * Bundles the digest messages of one digest into lists and keeps back what was sent and not yet
   * acknowledged (P4Runtime section 9.8). Time is an argument. Not thread safe.
   */
  private static final class DigestSender {
    /** A list that is ready to go. */
    record Ready(long listId, List<List<Bits>> messages) {}

    private record Sent(long atNs, Set<List<Bits>> messages) {}

    private final Set<List<Bits>> buffer = new LinkedHashSet<>();
    private final Map<Long, Sent> unacknowledged = new HashMap<>();
    private final LongSupplier listIds;
    private long firstAtNs;

    /**
     * @param listIds a new number each time
     */
    DigestSender(LongSupplier listIds) {
      this.listIds = listIds;
    }

    /** Takes a message; a list may be ready at once. */
    Optional<Ready> add(List<Bits> message, DigestEntry.Config config, long nowNs) {
      forget(config, nowNs);
      if (unacknowledged.values().stream().anyMatch(sent -> sent.messages().contains(message))
          || !buffer.add(message)) {
        return Optional.empty();
      }
      if (buffer.size() == 1) {
        firstAtNs = nowNs;
      }
      boolean full = config.getMaxListSize() > 0 && buffer.size() >= config.getMaxListSize();
      return full || config.getMaxTimeoutNs() == 0
          ? Optional.of(flush(config, nowNs))
          : Optional.empty();
    }

    /** Returns what has waited long enough. */
    Optional<Ready> tick(DigestEntry.Config config, long nowNs) {
      forget(config, nowNs);
      return !buffer.isEmpty() && nowNs - firstAtNs >= config.getMaxTimeoutNs()
          ? Optional.of(flush(config, nowNs))
          : Optional.empty();
    }

    /** The controller has acted on a list. */
    void acknowledge(long listId) {
      unacknowledged.remove(listId);
    }

    private Ready flush(DigestEntry.Config config, long nowNs) {
      Ready ready = new Ready(listIds.getAsLong(), new ArrayList<>(buffer));
      if (config.getAckTimeoutNs() > 0) {
        unacknowledged.put(ready.listId(), new Sent(nowNs, new HashSet<>(buffer)));
      }
      buffer.clear();
      return ready;
    }

    private void forget(DigestEntry.Config config, long nowNs) {
      for (Iterator<Sent> i = unacknowledged.values().iterator(); i.hasNext(); ) {
        if (nowNs - i.next().atNs() >= config.getAckTimeoutNs()) {
          i.remove();
        }
      }
    }
  }

  /**
   * Gives the pipeline every group again whose members are chosen only while a port is up
   * (P4Runtime section 9.2.2), by the ports that are up now.
   */
  private static void refreshWatching(InstalledPipeline pipeline, ForwardingDevice ports) {
    List<Change> changes = new ArrayList<>();
    for (ActionProfileInfo selector : pipeline.info().actionProfiles()) {
      for (ActionProfileGroup group : pipeline.store().profile(selector).groups().values()) {
        if (group.getMembersList().stream().anyMatch(DeviceNotices::watches)) {
          changes.add(SelectorGroups.change(selector, group, ports));
        }
      }
    }
    for (TableInfo table : pipeline.info().tables()) {
      table
          .implementation()
          .ifPresent(selector -> addOneShots(changes, pipeline, table, selector, ports));
    }
    if (!changes.isEmpty()) {
      pipeline.device().apply(changes);
    }
  }

  private static void addOneShots(
      List<Change> changes,
      InstalledPipeline pipeline,
      TableInfo table,
      ActionProfileInfo selector,
      ForwardingDevice ports) {
    for (EntityStore.StoredEntry entry : pipeline.store().entries(table).values()) {
      entry
          .oneShot()
          .filter(oneShot ->
              oneShot.written().getActionProfileActionsList().stream()
                  .anyMatch(DeviceNotices::watches))
          .ifPresent(oneShot ->
              changes.add(
                  new Change.PutGroup(
                      selector.name(),
                      oneShot.groupId(),
                      OneShots.members(selector, oneShot, ports))));
    }
  }

  @SuppressWarnings("deprecation")
  private static boolean watches(ActionProfileGroup.Member member) {
    return !member.getWatchPort().isEmpty() || member.getWatch() != 0;
  }

  @SuppressWarnings("deprecation")
  private static boolean watches(ActionProfileAction action) {
    return !action.getWatchPort().isEmpty() || action.getWatch() != 0;
  }
}
