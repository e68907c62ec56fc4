/**
 * A SONiC switch as one thing: its server, its configuration in a file, its front ports, and
 * traffic that goes as the configuration says.
 */
@NullMarked
package io.smartt.testbed.standin.box;

import org.jspecify.annotations.NullMarked;
