/** Real switches and servers: their description in a profile, and an experiment's plan for each. */
@NullMarked
package io.smartt.testbed;

import org.jspecify.annotations.NullMarked;
