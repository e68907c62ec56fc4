package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.DigestInfo;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;
import org.p4.v1.DigestEntry;
import org.p4.v1.DigestList;
import org.p4.v1.DigestListAck;
import org.p4.v1.IdleTimeoutNotification;
import org.p4.v1.StreamMessageResponse;

/** Sends what the device reports to the primary of each role that may know it. */
final class DeviceNotices implements DeviceEvents {
  private final ForwardingDevice device;
  private final Lock lock;
  private final Arbitration arbitration;
  private final PipelineConfigStore configs;
  private final Map<Integer, DigestSender> digests = new HashMap<>();
  private Optional<InstalledPipeline> digestsOf = Optional.empty();
  private long lastListId;

  DeviceNotices(
      ForwardingDevice device, Lock lock, Arbitration arbitration, PipelineConfigStore configs) {
    this.device = device;
    this.lock = lock;
    this.arbitration = arbitration;
    this.configs = configs;
  }

  @Override
  public void packetIn(byte[] frame) {
    configs
        .active()
        .flatMap(pipeline ->
            ControllerPackets.message(pipeline.info(), frame)
                .map(pipeline.translation()::toController))
        .ifPresent(packet ->
            offer(
                RoleRights::packetIn,
                StreamMessageResponse.newBuilder().setPacket(packet).build()));
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
    arbitration.withPrimary().forEach(election -> offerIdle(election, messages, tables, atNs));
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

  /** What an earlier program learnt is nobody's business any more. */
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
    offer(
        rights -> rights.owns(digest.name()),
        StreamMessageResponse.newBuilder()
            .setDigest(pipeline.translation().toController(digest, list))
            .build());
  }

  private static void offerIdle(
      RoleElection election, List<org.p4.v1.TableEntry> messages, List<String> tables, long atNs) {
    IdleTimeoutNotification.Builder notice =
        IdleTimeoutNotification.newBuilder().setTimestamp(atNs);
    for (int i = 0; i < messages.size(); i++) {
      if (election.rights().owns(tables.get(i))) {
        notice.addTableEntry(messages.get(i));
      }
    }
    if (notice.getTableEntryCount() > 0) {
      StreamMessageResponse message =
          StreamMessageResponse.newBuilder().setIdleTimeoutNotification(notice).build();
      election.primary().ifPresent(primary -> primary.stream().offer(message));
    }
  }

  private static Optional<org.p4.v1.TableEntry> message(
      InstalledPipeline pipeline, TableEntry entry) {
    TableInfo table = pipeline.info().tables().named(entry.table());
    ReadContext context = new ReadContext(pipeline, RoleRights.FULL, _ -> {});
    return pipeline
        .store()
        .entry(table, EntryKey.of(entry))
        .map(stored -> {
          org.p4.v1.TableEntry.Builder message = new TableReader(context).key(table, stored);
          TableReader.setOpaque(message, stored);
          return pipeline
              .translation()
              .toController(message.setIdleTimeoutNs(stored.entry().idleTimeoutNs()).build());
        });
  }

  private void offer(Predicate<RoleRights> allowed, StreamMessageResponse message) {
    arbitration
        .withPrimary()
        .filter(election -> allowed.test(election.rights()))
        .forEach(
            election -> election.primary().ifPresent(primary -> primary.stream().offer(message)));
  }
}
