package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.ActionProfileInfo;
import io.smartt.p4.info.CounterInfo;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.RegisterInfo;
import io.smartt.p4.info.TableInfo;
import io.smartt.p4.info.ValueSetInfo;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.UnknownNameException;
import org.p4.v1.ForwardingPipelineConfig;

/** Realises a config without letting packets near it: the VERIFY of the specification. */
final class ConfigVerifier {
  private final ProgramLoader loader;

  ConfigVerifier(ProgramLoader loader) {
    this.loader = loader;
  }

  /** The pipeline; INVALID_ARGUMENT where the config cannot be realised. */
  InstalledPipeline verify(ForwardingDevice device, ForwardingPipelineConfig config) {
    if (!config.hasP4Info()) {
      throw Refusal.invalid("config.p4info is not set");
    }
    byte[] json = DeviceConfigBytes.json(config.getP4DeviceConfig());
    try {
      P4InfoIndex info = P4InfoIndex.of(config.getP4Info());
      PipelineProgram program = loader.load(json);
      DevicePipeline pipeline = device.prepare(new LoadedConfig(program, info));
      requireNames(info, pipeline.control());
      return new InstalledPipeline(
          config, info, pipeline, new EntityStore(info, pipeline.control()));
    } catch (Refusal refusal) {
      throw refusal;
    } catch (RuntimeException e) {
      // Whatever loader and device find wrong with a program is the controller's to know.
      throw Refusal.invalid("the config cannot be realised: " + reason(e));
    }
  }

  /** P4Info and device config must be of one program. */
  private static void requireNames(P4InfoIndex info, PipelineControl control) {
    try {
      for (TableInfo table : info.tables()) {
        control.defaultTarget(table.name());
      }
      for (ActionProfileInfo profile : info.actionProfiles()) {
        control.members(profile.name());
      }
      for (CounterInfo counter : info.counters()) {
        if (counter.directTableId().isEmpty() && counter.size() > 0) {
          control.counter(counter.name(), 0);
        }
      }
      for (RegisterInfo register : info.registers()) {
        if (register.size() > 0) {
          control.register(register.name(), 0);
        }
      }
      for (ValueSetInfo set : info.valueSets()) {
        control.valueSet(set.name());
      }
    } catch (UnknownNameException e) {
      throw Refusal.invalid("p4info and p4_device_config are of different programs: " + reason(e));
    }
  }

  private static String reason(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
