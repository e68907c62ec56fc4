package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.DigestInfo;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.p4.v1.DigestEntry;
import org.p4.v1.DigestList;
import org.p4.v1.DigestListAck;
import org.p4.v1.IdleTimeoutNotification;
import org.p4.v1.PacketIn;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.StreamMessageResponse.UpdateCase;

/** Sends what the device reports to the primary of each role that may know it. */
final class DeviceNotices implements ForwardingDevice.DeviceEvents {
  private final ForwardingDevice device;
  private final Lock lock;
  private final Arbitration arbitration;
  private final PipelineConfigStore configs;
  private final Map<Integer, DigestSender> digests = new HashMap<>();
  private Optional<InstalledPipeline> digestsOf = Optional.empty();
  private final LostMessages lost;
  private long lastListId;

  DeviceNotices(
      ForwardingDevice device,
      Lock lock,
      Arbitration arbitration,
      PipelineConfigStore configs,
      LostMessages lost) {
    this.device = device;
    this.lock = lock;
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
    lock.lock();
    try {
      for (TableEntry entry : entries) {
        configs
            .active()
            .flatMap(pipeline -> message(pipeline, entry))
            .ifPresent(message -> {
              messages.add(message);
              tables.add(entry.table());
            });
      }
    } finally {
      lock.unlock();
    }
    long atNs = device.unixNs(nowNs);
    if (!messages.isEmpty()) {
      offer(UpdateCase.IDLE_TIMEOUT_NOTIFICATION, rights -> idle(rights, messages, tables, atNs));
    }
  }

  @Override
  public void portChanged(int port) {
    lock.lock();
    try {
      for (InstalledPipeline pipeline : configs.all()) {
        WatchedPorts.refresh(pipeline, device);
        ReplicationWriter.refresh(pipeline, device);
      }
    } finally {
      lock.unlock();
    }
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

  /** Returns what an earlier program learnt is nobody's business any more. */
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
    ReadContext context = new ReadContext(pipeline, RoleRights.FULL, _ -> {});
    return pipeline
        .store()
        .entry(table, TableEntryWriter.EntryKey.of(entry))
        .map(stored -> {
          org.p4.v1.TableEntry.Builder message = new TableReader(context).key(table, stored);
          TableReader.setOpaque(message, stored);
          return pipeline
              .translation()
              .toController(message.setIdleTimeoutNs(stored.entry().idleTimeoutNs()).build());
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
}
