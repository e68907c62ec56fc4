/** Changes SONiC switches in stages, with a record of what was sent, and takes them back. */
@NullMarked
package io.smartt.testbed.sonic.change;

import org.jspecify.annotations.NullMarked;
