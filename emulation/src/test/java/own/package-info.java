/** Classes on the path, for tests of algorithms that users name by class. */
@NullMarked
package own;

import org.jspecify.annotations.NullMarked;
