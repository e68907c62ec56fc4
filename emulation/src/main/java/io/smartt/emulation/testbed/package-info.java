/** Real switches and servers: what a profile says of them, and an experiment's plan for each. */
@NullMarked
package io.smartt.emulation.testbed;

import org.jspecify.annotations.NullMarked;
