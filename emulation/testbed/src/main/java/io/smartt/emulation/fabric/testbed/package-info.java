/** Real switches and servers: their description in a profile, and an experiment's plan for each. */
@NullMarked
package io.smartt.emulation.fabric.testbed;

import org.jspecify.annotations.NullMarked;
