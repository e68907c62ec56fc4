package io.smartt.testbed;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.ActingKeys;
import io.smartt.experiment.run.Capabilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.Use;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fabric {@code physical}: the switches and servers that a profile names. */
public final class Physical implements Fabric {
  private static final String CABLES = ": on fabric 'physical' cables are what they are";

  private final Testbed testbed = new RealTestbed();

  @Override
  public int place() {
    return 3;
  }

  @Override
  public FabricSettings settings() {
    return new FabricSettings(
            "physical", TestbedKeys.keys(), TestbedKeys.families(), Map.of(), Map.of())
        .formerly("testbed.rehearsal-s", "testbed.warm-up-s");
  }

  @Override
  public Capabilities capabilities(Settings settings) {
    return Capabilities.all()
        .without(
            Feature.PFC,
            ", which profiles of fabric 'physical' turn off; fabric 'virtual' has them")
        .without(Feature.LINK_LOSS, CABLES)
        .without(Feature.LINK_FAILURES, CABLES)
        .without(Feature.HOST_LINK_RATES, CABLES)
        .without(Feature.ONE_WAY_RATES, CABLES);
  }

  @Override
  public ActingKeys acting(Use use, Settings settings) {
    if (use != Use.RUN) {
      return new ActingKeys(Set.of());
    }
    ActingKeys run =
        ActingKeys.ofExperiment(settings).and(TestbedKeys.names()).and(List.of("pfc.use"));
    // Tofinos have a pipeline of their own, and SONiC runs no program.
    return new TestbedFacts(settings).boxes().stream().anyMatch(TestbedSwitch::runsBmv2Json)
        ? run
        : run.butNot(SettingKeys.PROGRAM);
  }

  @Override
  public void require(ExperimentSpec spec) {
    testbed.require(spec);
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new PhysicalRun(inputs, testbed);
  }
}
