package io.smartt.experiment.entries;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.p4runtime.EntityNames;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.BackupReplica;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * The user's entries of an experiment: a folder with a file a switch, {@code leaf1.json} or {@code
 * leaf1.txtpb}, and {@code all.json} for every switch. They go where the controller writes nothing.
 *
 * @param byName of switches, or of {@code all}
 */
public record OwnEntries(String folder, SortedMap<String, List<OwnEntry>> byName) {
  private static final String EVERY_SWITCH = "all";
  private static final List<String> ENDINGS = List.of(".json", ".txtpb");

  /** No entries. */
  public static final OwnEntries NONE = new OwnEntries("", new TreeMap<>());

  /** Copies the map. */
  public OwnEntries {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  /**
   * An entry of a file.
   *
   * @param what it is, in the program's names
   */
  public record OwnEntry(P4Entity.Given given, String what) {
    private UserInputException wrong(String why) {
      return new UserInputException(given.file() + ": " + what + " " + why);
    }

    private void requirePorts(String name, Supplier<Stream<Integer>> ports) {
      if (!given.message().hasPacketReplicationEngineEntry()) {
        return;
      }
      PacketReplicationEngineEntry entry = given.message().getPacketReplicationEngineEntry();
      List<Replica> replicas =
          Stream.of(
                  entry.getMulticastGroupEntry().getReplicasList(),
                  entry.getCloneSessionEntry().getReplicasList())
              .flatMap(List::stream)
              .toList();
      if (replicas.isEmpty()) {
        throw wrong("has no replicas, so that no packet would leave by it");
      }
      List<Integer> known = ports.get().sorted().toList();
      replicas.stream()
          .flatMap(OwnEntry::ports)
          .filter(port -> known.stream().map(P4Bytes::encode).noneMatch(port::equals))
          .forEach(port -> {
            Object named = port.isEmpty() ? "''" : new BigInteger(1, port.toByteArray());
            throw wrong("names port %s; %s has %s".formatted(named, name, known));
          });
    }

    @SuppressWarnings("deprecation") // older controllers send a number
    private static Stream<ByteString> ports(Replica replica) {
      return Stream.concat(
          Stream.of(
              replica.hasEgressPort()
                  ? P4Bytes.encode(Integer.toUnsignedLong(replica.getEgressPort()))
                  : replica.getPort()),
          replica.getBackupReplicasList().stream().map(BackupReplica::getPort));
    }
  }

  /**
   * Reads a folder.
   *
   * @param info of the program that the switches run
   * @throws UserInputException naming the file and what is wrong with it
   */
  public static OwnEntries read(String folder, P4InfoIndex info) {
    SortedMap<String, List<OwnEntry>> byName = new TreeMap<>();
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      byName
          .computeIfAbsent(name.substring(0, name.lastIndexOf('.')), _ -> new ArrayList<>())
          .addAll(EntriesFile.read(file, info).stream().map(u -> given(u, info, file)).toList());
    }
    return new OwnEntries(folder, byName);
  }

  private static OwnEntry given(Update update, P4InfoIndex info, Path file) {
    if (update.getType() == Update.Type.DELETE) {
      throw new UserInputException(file + ": deletes; a switch holds nothing of its own to delete");
    }
    try {
      ForwardingPlanner.requireFree(update.getEntity(), info);
    } catch (RuntimeException e) {
      throw new UserInputException(file + ": " + e.getMessage(), e);
    }
    Entity entity = Reconciler.canonical(update.getEntity());
    return new OwnEntry(
        new P4Entity.Given(entity, file.toString()), new EntityNames(info).describe(entity));
  }

  /** Returns the texts of a folder's files, by their names. */
  public static SortedMap<String, String> texts(String folder) {
    SortedMap<String, String> texts = new TreeMap<>();
    files(folder).forEach(file -> texts.put(file.getFileName().toString(), InputFile.text(file)));
    return texts;
  }

  private static List<Path> files(String folder) {
    List<Path> files =
        FileErrors.input("program.entries: " + folder)
            .get(() -> FolderTree.children(Path.of(folder)));
    if (files.isEmpty()) {
      throw new UserInputException("program.entries: " + folder + " has no file");
    }
    for (Path file : files) {
      if (ENDINGS.stream().noneMatch(file.toString()::endsWith)) {
        throw new UserInputException(
            file + ": accepted are a switch's name or all, with .json or .txtpb behind it");
      }
    }
    return files;
  }

  /**
   * Refuses files of switches that are not there.
   *
   * @throws UserInputException naming the file
   */
  public void requireSwitches(List<String> names) {
    for (String name : byName.keySet()) {
      if (!names.contains(name) && !name.equals(EVERY_SWITCH)) {
        throw new UserInputException(
            "program.entries: %s has a file for '%s', which is no switch; %s"
                .formatted(folder, name, NearNames.hint(name, names)));
      }
    }
  }

  /** Refuses what BMv2's server does not write, with a {@link UserInputException}. */
  public void requireOfBmv2() {
    for (OwnEntry own : byName.values().stream().flatMap(List::stream).toList()) {
      Entity message = own.given.message();
      var session = message.getPacketReplicationEngineEntry().getCloneSessionEntry();
      if (message.hasRegisterEntry()
          || message.hasValueSetEntry()
          || (message.hasCounterEntry() && !message.getCounterEntry().hasIndex())
          || session.getPacketLengthBytes() != 0
          || session.getClassOfService() != 0) {
        throw own.wrong(
            "is not for BMv2: it takes neither registers nor value sets, counters with an index"
                + " only, and copies whole packets");
      }
    }
  }

  /**
   * Returns the entries of a switch, those of all switches first.
   *
   * @param ports that it has
   * @throws UserInputException naming the file of copies for other ports, or both of what is twice
   */
  public List<P4Entity.Given> of(String name, Supplier<Stream<Integer>> ports) {
    if (byName.isEmpty()) {
      return List.of();
    }
    Map<Entity, OwnEntry> known = new LinkedHashMap<>();
    Stream.of(EVERY_SWITCH, name)
        .flatMap(file -> byName.getOrDefault(file, List.of()).stream())
        .forEach(own -> {
          own.requirePorts(name, ports);
          OwnEntry other = known.putIfAbsent(Reconciler.identity(own.given.message()), own);
          if (other != null) {
            throw own.wrong("is in " + other.given.file() + " too: " + other.what);
          }
        });
    return known.values().stream().map(OwnEntry::given).toList();
  }
}
