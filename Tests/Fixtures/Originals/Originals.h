// Declarations of the names that the pages on porting quote, in words of our own. A test checks the
// Objective-C of the pages against them; nothing is built with them.

typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
enum { NSOrderedDescending = 1 };

__attribute__((objc_root_class))
@interface NSObject
- (NSInteger)integerValue;
- (double)doubleValue;
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithInt:(int)value;
@end
@interface NSString : NSObject
- (BOOL)hasPrefix:(NSString *)text;
- (NSString *)stringByAppendingString:(NSString *)text;
@end
@interface NSArray : NSObject
@property(readonly) NSUInteger count;
+ (id)arrayWithObjects:(const id[])objects count:(NSUInteger)count;
- (id)objectAtIndexedSubscript:(NSUInteger)index;
@end
@interface NSDictionary : NSObject
+ (id)dictionaryWithObjects:(const id[])objects forKeys:(const id[])keys count:(NSUInteger)count;
- (id)objectForKeyedSubscript:(id)key;
@end
@interface NSDate : NSObject
+ (NSDate *)date;
- (NSInteger)compare:(NSDate *)other;
- (double)timeIntervalSinceNow;
@end
void NSLog(NSString *format, ...);
long lround(double number);

// Subliminal
@interface SLTest : NSObject
+ (NSUInteger)runGroup;
- (void)setUpTest;
- (void)tearDownTest;
- (void)setUpTestCaseWithSelector:(SEL)testCase;
- (void)wait:(double)seconds;
@end
void SLAssertTrue(BOOL condition, NSString *format, ...);
void SLAssertTrueWithTimeout(BOOL condition, double seconds, NSString *format, ...);

// ECUnitTests
@interface ECParameterisedTestCase : NSObject
@property(readonly) id parameterisedTestDataItem;
@end
void ECTestAssertIntegerIsEqual(NSInteger a, NSInteger b);

// PTKTestKit
@interface PTKOutlineExample : NSObject
@property(readonly) NSString *name;
+ (NSArray *)outlineExamplesFromResource:(NSString *)name bundle:(id)bundle error:(id *)error;
- (id)objectForKeyedSubscript:(NSString *)key;
@end
@interface PTKTestCase : NSObject
@property(readonly) PTKOutlineExample *example;
+ (NSArray *)examplesForOutlineTestWithSelector:(SEL)selector;
@end
void STAssertEqualObjects(id a, id b, NSString *format, ...);

// Kiwi
#define SPEC_BEGIN(name) void name(void) {
#define SPEC_END }
#define SHARED_EXAMPLES_BEGIN(name) void name(void) {
#define SHARED_EXAMPLES_END }
#define CONFIG_START void configure(void) {
#define CONFIG_END }
#define let(name, block) id name = (block)()
void describe(NSString *name, void (^block)(void));
void context(NSString *name, void (^block)(void));
void it(NSString *name, void (^block)(void));
void pending(NSString *name, void (^block)(void));
void beforeEach(void (^block)(void));
void beforeAllSpecs(void (^block)(void));
void afterAllSpecs(void (^block)(void));
void sharedExamplesFor(NSString *name, void (^block)(NSDictionary *data));
void itBehavesLike(NSString *name, NSDictionary *data);
id theValue(NSInteger value);
@interface NSObject (Kiwi)
- (id)should;
- (id)shouldNot;
- (void)equal:(id)value;
- (void)beGreaterThan:(id)value;
- (void)beNil;
@end
#define nil ((id)0)
#define NULL ((void *)0)
