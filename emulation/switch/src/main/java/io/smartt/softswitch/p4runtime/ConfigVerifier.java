package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.smartt.base.input.PackedText;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineProgram;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.Preamble;
import org.p4.config.v1.Table;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.TableEntry;

/**
 * Realises a config without letting packets near it: the VERIFY of the specification. Many switches
 * run one program, so what was last understood is kept: a config of the same two objects is not
 * read again. Thread safe.
 */
final class ConfigVerifier {
  private static final int DEVICE_DATA = 3;
  private static final String PACKED = "/io/smartt/p4/programs/smartt.json";

  /**
   * The program {@code smartt} of this build, which lives as long as the build: read once, however
   * many switches there are. It is the only one whose drops by TTL a switch can name: ingress drops
   * all packets that arrive with a TTL of 0 or 1 (smartt.p4, {@code ingress.apply}).
   */
  private static final byte[] PACKED_JSON = PackedText.bytes(ConfigVerifier.class, PACKED);

  private final ForwardingDevice.ProgramLoader loader;
  private volatile Optional<Understood> last = Optional.empty();

  /**
   * The facts that follow from a config and are the same for all switches.
   *
   * @param types the program as the config has it, where P4Info alone does not give all widths
   * @param info with widths of the data plane
   * @param matched the part of it that the program has
   */
  private record Understood(
      P4Info p4Info,
      ByteString deviceConfig,
      PipelineProgram program,
      boolean packed,
      Optional<Bmv2Config> types,
      P4InfoIndex info,
      Optional<P4InfoIndex> matched) {
    /** Returns whether these are the two objects, not only equal ones: that is known at once. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(ForwardingPipelineConfig config) {
      return p4Info == config.getP4Info() && deviceConfig == config.getP4DeviceConfig();
    }

    Understood with(P4InfoIndex part) {
      return new Understood(p4Info, deviceConfig, program, packed, types, info, Optional.of(part));
    }
  }

  ConfigVerifier(ForwardingDevice.ProgramLoader loader) {
    this.loader = loader;
  }

  /** The pipeline; INVALID_ARGUMENT where the config cannot be realised. */
  InstalledPipeline verify(ForwardingDevice device, ForwardingPipelineConfig config) {
    if (!config.hasP4Info()) {
      throw Refusal.invalid("config.p4info is not set");
    }
    Optional<Understood> known = last.filter(understood -> understood.isOf(config));
    byte[] json = known.isPresent() ? new byte[0] : json(config.getP4DeviceConfig());
    try {
      Understood understood = known.orElseGet(() -> read(config, json));
      DevicePipeline pipeline =
          device.prepare(
              new ForwardingDevice.LoadedConfig(
                  understood.program(), understood.info(), understood.packed()));
      P4InfoIndex matched =
          understood
              .matched()
              .orElseGet(
                  () -> ProgramNames.matched(understood.info().message(), pipeline.control()));
      InstalledPipeline installed =
          new InstalledPipeline(
              config,
              matched,
              pipeline,
              new EntityStore(matched, pipeline.control()),
              SdnTranslation.of(
                  config.getP4Info(), matched, understood.types(), device.portNames()));
      if (known.isEmpty()) {
        readInitialState(installed);
        last = Optional.of(understood.with(matched));
      }
      return installed;
    } catch (Refusal refusal) {
      throw refusal;
    } catch (RuntimeException e) {
      // The controller hears all that loader and device find wrong with a program.
      throw Refusal.invalid("the config cannot be realised: " + reason(e));
    }
  }

  private Understood read(ForwardingPipelineConfig config, byte[] json) {
    Optional<Bmv2Config> types =
        Optional.of(json)
            .filter(_ -> DataPlaneTypes.needed(config.getP4Info()))
            .map(Bmv2Reader::read);
    P4Info message =
        types
            .map(program -> DataPlaneTypes.of(config.getP4Info(), program))
            .orElseGet(config::getP4Info);
    P4InfoIndex info = P4InfoIndex.of(message);
    return new Understood(
        config.getP4Info(),
        config.getP4DeviceConfig(),
        loader.load(json),
        Arrays.equals(PACKED_JSON, json),
        types,
        info,
        Optional.empty());
  }

  /** Reads what the program brings, which must be sayable in the names and widths of its P4Info. */
  private static void readInitialState(InstalledPipeline pipeline) {
    TableReader reader =
        new TableReader(new EntityReader.ReadContext(pipeline, RoleRights.FULL, _ -> {}));
    for (P4InfoIndex.TableInfo table : pipeline.info().tables()) {
      TableEntry.Builder request = TableEntry.newBuilder().setTableId(table.id());
      reader.read(request.build());
      reader.read(request.setIsDefaultAction(true).build());
    }
  }

  private static String reason(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /**
   * Matches the names of a P4Info with those of a program. P4Info is of the source: p4c's optimiser
   * may since have removed a table that no packet can reach, and nothing can be written to that.
   * But a program with tables that its P4Info lacks, and the other way round, is another program.
   */
  private record ProgramNames(PipelineControl control, P4Info.Builder kept) {
    /**
     * The part of a P4Info that the program has; INVALID_ARGUMENT where they are of two programs.
     */
    static P4InfoIndex matched(P4Info info, PipelineControl control) {
      return new ProgramNames(control, info.toBuilder()).match();
    }

    private P4InfoIndex match() {
      dropMissingTables();
      dropMissingArrays();
      return P4InfoIndex.of(kept.build());
    }

    private void dropMissingTables() {
      Set<String> unknown = new TreeSet<>(control.tables());
      // Tables that p4c makes of statements have no control in their names.
      unknown.removeIf(name -> !name.contains("."));
      List<Table> there = new ArrayList<>();
      List<String> missing = new ArrayList<>();
      for (Table table : kept.getTablesList()) {
        String name = table.getPreamble().getName();
        unknown.remove(name);
        if (control.tables().contains(name)) {
          there.add(table);
        } else {
          missing.add(name);
        }
      }
      if (!missing.isEmpty() && !unknown.isEmpty()) {
        throw Refusal.invalid(
            "p4info and p4_device_config are of different programs: the program has no table %s; p4info has no %s"
                .formatted(missing.getFirst(), String.join(", ", unknown)));
      }
      kept.clearTables().addAllTables(there);
    }

    private void dropMissingArrays() {
      drop(
          kept.getActionProfilesList(),
          profile -> isMissing(() -> control.members(profile.getPreamble().getName())),
          kept::removeActionProfiles);
      drop(
          kept.getCountersList(),
          array -> isMissing("counter", array.getSize(), array.getPreamble(), control::counter),
          kept::removeCounters);
      drop(
          kept.getMetersList(),
          array -> isMissing("meter", array.getSize(), array.getPreamble(), control::meter),
          kept::removeMeters);
      drop(
          kept.getRegistersList(),
          array -> isMissing("register", array.getSize(), array.getPreamble(), control::register),
          kept::removeRegisters);
      drop(
          kept.getValueSetsList(),
          set -> isMissing(() -> control.valueSet(set.getPreamble().getName())),
          kept::removeValueSets);
    }

    /** Removes from the last on, so that the places of those before stay. */
    private static <T> void drop(List<T> all, Predicate<T> unwanted, IntConsumer remove) {
      for (int i = all.size() - 1; i >= 0; i--) {
        if (unwanted.test(all.get(i))) {
          remove.accept(i);
        }
      }
    }

    /** Returns whether an array is missing; INVALID_ARGUMENT where it is there but smaller. */
    private static boolean isMissing(
        String kind, long size, Preamble array, BiFunction<String, Integer, ?> lookUp) {
      if (size < 0 || size > Integer.MAX_VALUE) {
        throw Refusal.invalid("p4info: a %s has size %d".formatted(kind, size));
      }
      try {
        return size > 0 && isMissing(() -> lookUp.apply(array.getName(), (int) size - 1));
      } catch (PipelineControl.InvalidChangeException e) {
        throw Refusal.invalid(
            "p4info and p4_device_config disagree on sizes: %s".formatted(e.getMessage()));
      }
    }

    private static boolean isMissing(Supplier<?> lookUp) {
      try {
        var _ = lookUp.get();
        return false;
      } catch (PipelineControl.UnknownNameException e) {
        return true;
      }
    }
  }

  /**
   * The BMv2 JSON in a pipeline config: as it is, or wrapped in the {@code p4.tmp.P4DeviceConfig}
   * that older controllers still send (field 3 of it). JSON begins with a brace; the wrapper never
   * does, since that byte would be a tag of a group that it has not. INVALID_ARGUMENT where there
   * is no JSON.
   */
  static byte[] json(ByteString config) {
    if (config.isEmpty()) {
      throw Refusal.invalid(
          "config.p4_device_config is empty; it must hold the BMv2 JSON that p4c made");
    }
    if (startsWithBrace(config)) {
      return config.toByteArray();
    }
    ByteString inner = unwrap(config);
    if (!startsWithBrace(inner)) {
      throw Refusal.invalid(
          "config.p4_device_config is neither BMv2 JSON nor a p4.tmp.P4DeviceConfig that holds it");
    }
    return inner.toByteArray();
  }

  private static ByteString unwrap(ByteString config) {
    ByteString data = ByteString.EMPTY;
    try {
      CodedInputStream in = config.newCodedInput();
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == WireFormat.FieldType.BYTES.getWireType() + (DEVICE_DATA << 3)) {
          data = in.readBytes();
        } else {
          in.skipField(tag);
        }
      }
    } catch (IOException e) {
      return ByteString.EMPTY;
    }
    return data;
  }

  private static boolean startsWithBrace(ByteString bytes) {
    int start = 0;
    while (start < bytes.size() && Character.isWhitespace(bytes.byteAt(start))) {
      start++;
    }
    return start < bytes.size() && bytes.byteAt(start) == '{';
  }
}
